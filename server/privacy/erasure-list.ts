import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { replaceFile } from '../store/data-dir/replace-file.ts';
import type { ErasureRow } from '../store/tables/privacy-tables.ts';

/** A file in DATA_DIR, outside the store: a store that is restored from a backup lacks the erasures made since. */
export const ERASURE_LIST = 'erasures.jsonl';

const row = v.object({
  id: v.pipe(v.string(), v.uuid()),
  at: v.pipe(v.number(), v.integer()),
  scope: v.picklist(['mailbox', 'address']),
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

export class ErasureListBroken extends Error {
  override name = 'ErasureListBroken';
}

/**
 * Reads a list of erasures, one JSON document per line; empty when there is no file.
 * @throws ErasureListBroken when a line is invalid
 */
export async function readErasureList(path: string): Promise<ErasureRow[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    try {
      return v.parse(row, JSON.parse(line));
    } catch (error) {
      throw new ErasureListBroken(`line ${index + 1} of ${path} is no erasure`, { cause: error });
    }
  });
}

/** Replaces the file atomically. */
export async function writeErasureList(dataDir: string, rows: readonly ErasureRow[]): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await replaceFile(join(dataDir, ERASURE_LIST), rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
