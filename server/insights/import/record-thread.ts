import { inBoundedThread } from '../../kernel/bounded-thread.ts';
import type { ReadRecord } from './record-file.ts';

/** Reads each track record in a thread of its own. Exceeding its limits is a fault of the file. */
export function recordThread(script: URL): ReadRecord {
  return (asked) =>
    inBoundedThread<Awaited<ReturnType<ReadRecord>>>(script, asked, { patience: 60_000, memory: 384 }, 'late').catch((error: unknown) => {
      if (!isTooMuch(error)) throw error;
      return { ok: false, faults: ['the file takes too long to read, or too much memory: is it a table of one value a day?'] };
    });
}

function isTooMuch(error: unknown): boolean {
  return error instanceof Error && (error.message === 'late' || (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY');
}
