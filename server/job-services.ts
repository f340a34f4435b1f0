import type { ReadCalendar } from './booking/feeds/read-calendar.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Settings } from './settings/settings.ts';
import type { Scrub } from './privacy/scrub-thread.ts';
import type { Files } from './store/files/files.ts';
import type { Store } from './store/store.ts';

export type JobServices = {
  store: Store;
  files: Files;
  settings: Settings;
  mailer: Mailer;
  log: Log;
  scrub?: Scrub;
  /** Reads a calendar in a thread of its own. Default: in this one. */
  readCalendar?: ReadCalendar;
};
