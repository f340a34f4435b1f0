import { EndedFromOutside, inBoundedProcess } from '../../kernel/bounded-process.ts';
import type { CvReading, ReadCv } from './read-cv.ts';

/** Of what memory and time a CV may take: megabytes, of which a short one takes 120, and milliseconds. */
const BOUNDS = { patience: 20_000, memory: 192, resident: 256 };

/**
 * Reads each CV in a process of its own, with limits of 20 seconds and 256 MB: one that exceeds them is unreadable.
 * @param script the process's built code
 * @throws EndedFromOutside where the process says nothing of the CV
 */
export function cvReader(script: URL): ReadCv {
  return (pdf, signal) =>
    inBoundedProcess<CvReading>(script, pdf, { ...BOUNDS, ...(signal && { signal }) }, 'late').catch((error: unknown) => {
      if (error instanceof EndedFromOutside) throw error;
      return { state: 'unreadable', text: '' };
    });
}
