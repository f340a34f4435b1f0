import type { Settings } from '../settings/settings.ts';
import type { Files } from '../files/files.ts';
import type { Shares } from '../store/shares/shares.ts';
import type { Store } from '../store/store.ts';
import type { Health } from './health.ts';
import type { Limits } from './rate-limits.ts';
import type { Site } from './site.ts';

/** What every route may use. What a slice needs beside it, its own routes declare. A server that was told to stop may go on serving for DRAIN_MS. */
export type HttpContext = Health & {
  settings: Settings;
  store: Store;
  files: Files;
  site: Site;
  limits: Limits;
  /** Who has used how much of what everybody has in common. */
  shares: Shares;
  /** Milliseconds since the epoch. */
  builtAt: number;
  /** Milliseconds that the event loop is late. Default: never. */
  late?: () => number;
  /** Tells the worker that there is something to do; called after a commit. */
  wake: () => void;
  /** Milliseconds since the epoch. */
  now: () => number;
};
