import { inBoundedThread } from '../../kernel/bounded-thread.ts';
import type { CvReading, ReadCv } from './read-cv.ts';

/** Reads each CV in a thread of its own, with limits of 20 seconds and 256 MB: one that exceeds them is unreadable. */
export function cvThread(script: URL): ReadCv {
  return (pdf) =>
    inBoundedThread<CvReading>(script, { pdf }, { patience: 20_000, memory: 256 }, 'late').catch(() => ({ state: 'unreadable', text: '' }));
}
