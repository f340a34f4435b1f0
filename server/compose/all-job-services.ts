import type { ReadCalendar } from '../booking/feeds/read-calendar.ts';
import type { JobServices } from '../mail/job-services.ts';
import type { Scrub } from '../privacy/scrub-thread.ts';

/** Everything that the jobs of all slices need. */
export type AllJobServices = JobServices & {
  scrub?: Scrub;
  /** Reads a calendar in a worker thread. Default: in the calling thread. */
  readCalendar?: ReadCalendar;
};
