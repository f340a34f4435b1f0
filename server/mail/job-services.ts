import type { Log } from '../kernel/log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Files } from '../files/files.ts';
import type { Store } from '../store/store.ts';
import type { Mailer } from './mailer.ts';

/** What every job may use. What a slice needs beside it, its own jobs declare. */
export type JobServices = {
  store: Store;
  files: Files;
  settings: Settings;
  mailer: Mailer;
  log: Log;
};
