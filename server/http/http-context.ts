import type { Settings } from '../settings/settings.ts';
import type { Files } from '../files/files.ts';
import type { Shares } from '../store/shares/shares.ts';
import type { Store } from '../store/store.ts';
import type { Health } from './health.ts';
import type { Limits } from './rate-limits.ts';
import type { Site } from './site.ts';

/** What every route may use; routes of a slice declare what they need besides. A server that is asked to stop serves for up to DRAIN_MS. */
export type HttpContext = Health & {
  settings: Settings;
  store: Store;
  files: Files;
  site: Site;
  limits: Limits;
  /** Counts each sender's use of shared capacities. */
  shares: Shares;
  /** Milliseconds since the epoch. */
  builtAt: number;
  /** Delay of the event loop in milliseconds. Default: always 0. */
  late?: () => number;
  /** Wakes the worker after new jobs were committed. */
  wake: () => void;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds that a visitor waits for new data of a page, before it is sent with what it had. Default: 1000. */
  pagePatience?: number;
};
