// Brotli and gzip beside every text file, made once at build so that the server only sends bytes.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(css|js|mjs|svg|json|xml|txt|webmanifest)$/;

/** Named by its content: as it was, if the last build had it. */
const HASHED = /^\/assets\//;

/** Writes `<file>.br` and `<file>.gz` beside every text. `last` is the folder as the last build left it. */
export async function compressFiles(folder: string, files: readonly string[], last: string): Promise<void> {
  const texts = files.filter((file) => TEXT.test(file));
  await Promise.all(
    texts.map(async (file) => {
      if (HASHED.test(file) && (await copyCompressed(join(last, file), join(folder, file)))) return;
      await compressFile(join(folder, file));
    }),
  );
}

function copyCompressed(from: string, to: string): Promise<boolean> {
  return Promise.all(['.br', '.gz'].map((ending) => copyFile(from + ending, to + ending))).then(
    () => true,
    () => false,
  );
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
