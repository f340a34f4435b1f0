import { Worker } from 'node:worker_threads';
import type { Interval } from '../free-slots.ts';
import type { ReadCalendar } from './read-calendar.ts';

const PATIENCE = 60_000;
/** Megabytes: a calendar of five needs half of it. */
const MEMORY = 384;

/** Reads calendars in a thread that ends with each: a large one takes seconds, and the server answers meanwhile. */
export function calendarThread(script: URL): ReadCalendar {
  return (text, scope) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(script, { workerData: { text, scope }, resourceLimits: { maxOldGenerationSizeMb: MEMORY } });
      const late = setTimeout(() => {
        reject(new Error('it takes too long to read'));
        void worker.terminate();
      }, PATIENCE);
      worker.once('message', (busy: Interval[]) => resolve(busy));
      worker.once('error', reject);
      worker.once('exit', (code) => {
        clearTimeout(late);
        reject(new Error(`the thread that read it ended early (${code})`));
      });
    });
}
