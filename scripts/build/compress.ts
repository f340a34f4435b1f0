// Writes Brotli and gzip versions beside every text file at build time, so that the server only sends bytes.
import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const TEXT = /\.(css|js|mjs|svg|json|xml|txt|webmanifest)$/;

/** Writes `<file>.br` and `<file>.gz` beside every text file. `last`: the folder that the previous build made. */
export async function compressFiles(folder: string, files: readonly string[], last: string): Promise<void> {
  const texts = files.filter((file) => TEXT.test(file));
  await Promise.all(
    texts.map(async (file) => {
      // The name contains a hash of the content, so the previous build's compressed files can be copied.
      if (file.startsWith('/assets/') && existsSync(join(last, `${file}.gz`))) {
        for (const ending of ['.br', '.gz']) await copyFile(join(last, file + ending), join(folder, file + ending));
        return;
      }
      const bytes = await readFile(join(folder, file));
      // Node's default is Brotli's highest quality.
      await writeFile(join(folder, `${file}.br`), await promisify(brotliCompress)(bytes));
      await writeFile(join(folder, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
