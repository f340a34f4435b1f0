import { inBoundedThread } from '../../kernel/bounded-thread.ts';
import type { ReadRecord } from './record-file.ts';
import type { ReadWorkbook } from './workbook.ts';

/** What reads uploaded files; each default reads in the calling thread. */
export type FileReaders = { readRecord?: ReadRecord; readWorkbook?: ReadWorkbook };

/** Reads each track record and each workbook in a thread of its own. Exceeding its limits is a fault of the file. */
export function recordThread(script: URL): Required<FileReaders> {
  const read = <Answer>(asked: unknown) =>
    inBoundedThread<Answer>(script, asked, { patience: 60_000, memory: 384 }, 'late').catch((error: unknown) => {
      if (!isTooMuch(error)) throw error;
      return { ok: false as const, faults: ['the file takes too long to read, or too much memory: is it a table of one value a day?'] };
    });
  return {
    readRecord: (asked) => read<Awaited<ReturnType<ReadRecord>>>(asked),
    readWorkbook: (asked) => read<Awaited<ReturnType<ReadWorkbook>>>(asked),
  };
}

function isTooMuch(error: unknown): boolean {
  return error instanceof Error && (error.message === 'late' || (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY');
}
