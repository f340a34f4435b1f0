import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Bytes that are read at once. */
export const PIECE = 1024 * 1024;

type Searched = { texts: readonly string[]; longer: readonly string[] };

/**
 * Files below a folder that contain one of the texts as UTF-8, in capitals or not; paths are relative to the folder.
 * @param longer texts that contain one of them: within such a one it does not count
 */
export async function findBytes(folder: string, texts: readonly string[], longer: readonly string[] = []): Promise<string[]> {
  const searched = { texts: texts.map(bytesOf), longer: longer.map(bytesOf) };
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await holdsOne(path, searched))) found.push(relative(folder, path));
  }
  return found.toSorted();
}

/** A text's UTF-8 bytes read as Latin-1, in lower case, to compare with files that are read as Latin-1. */
function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1').toLowerCase();
}

async function holdsOne(path: string, searched: Searched): Promise<boolean> {
  const longest = Math.max(0, ...[...searched.texts, ...searched.longer].map((text) => text.length));
  let window = '';
  let from = 0;
  try {
    for await (const piece of createReadStream(path, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
      window += piece.toString('latin1').toLowerCase();
      // What begins near the end is looked at once all that it may be part of is read, and kept is what it may be the end of.
      const to = Math.max(from, window.length - longest);
      if (hasOne(window, searched, { from, to })) return true;
      const cut = Math.max(0, to - longest);
      window = window.slice(cut);
      from = to - cut;
    }
    return hasOne(window, searched, { from, to: window.length });
  } catch (error) {
    // The file was removed meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Whether one of the texts begins between the two places, and not within a longer one. */
function hasOne(window: string, { texts, longer }: Searched, { from, to }: { from: number; to: number }): boolean {
  return texts.some((text) => {
    const around = longer.flatMap((one) => (one.includes(text) ? { one, before: one.indexOf(text) } : []));
    for (let at = window.indexOf(text, from); at >= 0 && at < to; at = window.indexOf(text, at + 1)) {
      if (!around.some(({ one, before }) => at >= before && window.startsWith(one, at - before))) return true;
    }
    return false;
  });
}
