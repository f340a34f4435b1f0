import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

/** What closes DATA_DIR: a file in it whose text says why, and how to go on. */
export type ClosingFile = keyof typeof closings;

/** By the name of the file, which store it closes. */
const closings = {
  /** Files are there and rows are not, or not all. */
  'restore-unfinished.txt': 'any',
  /** Its rows are in PostgreSQL, or on their way there. */
  'moved.txt': 'embedded',
} as const;

/** The store was closed by a person's command. The message is the text that it left. */
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
 * Ends the start of whoever would use a store that was closed.
 * @param embedded whether the rows are to be in DATA_DIR, and not in PostgreSQL
 * @throws StoreClosed
 */
export function refuseClosed(dataDir: string, embedded: boolean): void {
  for (const [name, closed] of Object.entries(closings) as [ClosingFile, string][]) {
    const text = closed === 'any' || embedded ? closingText(dataDir, name) : undefined;
    if (text !== undefined) throw new StoreClosed(text);
  }
}
