import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Files below a folder that contain one of the texts as UTF-8; paths are relative to the folder. */
export async function findBytes(folder: string, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.map((text) => Buffer.from(text, 'utf8'));
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await holdsOne(path, wanted))) found.push(relative(folder, path));
  }
  return found.toSorted();
}

async function holdsOne(path: string, wanted: readonly Buffer[]): Promise<boolean> {
  const overlap = Math.max(0, ...wanted.map((bytes) => bytes.length - 1));
  let end = Buffer.alloc(0);
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
      const window = Buffer.concat([end, piece]);
      if (wanted.some((bytes) => window.includes(bytes))) return true;
      end = window.subarray(Math.max(0, window.length - overlap));
    }
    return false;
  } catch (error) {
    // The file was removed meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
