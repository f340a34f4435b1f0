import type { ReadCalendar } from '../booking/feeds/read-calendar.ts';
import type { JobServices } from '../mail/job-services.ts';
import type { Scrub } from '../privacy/scrub-thread.ts';

/** All that the slices' jobs declare to need. */
export type AllJobServices = JobServices & {
  scrub?: Scrub;
  /** Reads a calendar in a thread of its own. Default: in this one. */
  readCalendar?: ReadCalendar;
};
