import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

/** Name of a file whose presence closes DATA_DIR. Its text says why, and how to go on. */
export type ClosingFile = keyof typeof closings;

/** Which store each file closes: any, or only the embedded one. */
const closings = {
  /** A restore was interrupted: files are there, but rows are missing. */
  'restore-unfinished.txt': 'any',
  /** The rows were moved to PostgreSQL, or the move is not finished. */
  'moved.txt': 'embedded',
} as const;

/** The store was closed by a command. The message is the closing file's text. */
export class StoreClosed extends Error {
  override name = 'StoreClosed';
}

export async function closeStore(dataDir: string, name: ClosingFile, text: string): Promise<void> {
  await replaceFile(join(dataDir, name), `${text}\n`);
}

export function reopenStore(dataDir: string, name: ClosingFile): void {
  rmSync(join(dataDir, name), { force: true });
}

export function closingText(dataDir: string, name: ClosingFile): string | undefined {
  try {
    return readFileSync(join(dataDir, name), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Throws if the store was closed.
 * @param embedded whether the rows are read from DATA_DIR, not from PostgreSQL
 * @throws StoreClosed
 */
export function refuseClosed(dataDir: string, embedded: boolean): void {
  for (const [name, closed] of Object.entries(closings) as [ClosingFile, string][]) {
    const text = closed === 'any' || embedded ? closingText(dataDir, name) : undefined;
    if (text !== undefined) throw new StoreClosed(text);
  }
}
