// Brotli and gzip beside every text file, made once at build so that the server only sends bytes.
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(html|css|js|mjs|svg|json|xml|txt|webmanifest|map)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Writes `<file>.br` and `<file>.gz` for every text file under a folder. Results are kept by content in `cache`,
 * because the best compression is the slowest step of a build and most files do not change between two.
 */
export async function compressFolder(folder: string, cache: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map((file) => compressFile(file, cache)));
}

async function compressFile(file: string, cache: string): Promise<void> {
  const bytes = await readFile(file);
  const key = join(cache, createHash('sha256').update(bytes).digest('hex'));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await Promise.all([
    fromCache(`${key}.br`, `${file}.br`, () => brotli(bytes, { params })),
    fromCache(`${key}.gz`, `${file}.gz`, () => deflate(bytes, { level: 9 })),
  ]);
}

async function fromCache(kept: string, target: string, make: () => Promise<Buffer>): Promise<void> {
  try {
    await copyFile(kept, target);
  } catch {
    const bytes = await make();
    await mkdir(dirname(kept), { recursive: true });
    const partial = `${kept}.${randomUUID()}`;
    await writeFile(partial, bytes);
    await rename(partial, kept);
    await writeFile(target, bytes);
  }
}
