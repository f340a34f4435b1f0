// Writes Brotli and gzip versions beside every text file at build time, so that the server only sends bytes.
import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Brotli's best, but for half a MB and more, which pdf.js alone has: it gets 1.7 % larger, and takes 2.5 s of processor time in place of 5.4, a fifth of the
 * whole build.
 */
const qualityOf = ({ length }: Buffer) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: length < 512 * 1024 ? 11 : 10 } });

const TEXT = /\.(css|js|mjs|svg|json|xml|txt|webmanifest)$/;

/** Writes `<file>.br` and `<file>.gz` beside every text file. `last`: the folder that the previous build made. */
export async function compressFiles(folder: string, files: readonly string[], last: string): Promise<void> {
  await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compressFile(join(folder, file), file, join(last, file))));
}

async function compressFile(path: string, file: string, former: string): Promise<void> {
  // The name contains a hash of the content, so the previous build's compressed files can be copied.
  if (file.startsWith('/assets/') && existsSync(`${former}.gz`)) {
    for (const ending of ['.br', '.gz']) await copyFile(former + ending, path + ending);
    return;
  }
  const bytes = await readFile(path);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, qualityOf(bytes)));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
