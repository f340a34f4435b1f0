import type { Limits } from '../http/rate-limits.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';

/** What accounts, sessions and the sign-in pages need from the server. */
export type DeskContext = {
  settings: Settings;
  store: Store;
  limits: Limits;
  /** Tells the worker that there are new jobs; called after a commit. */
  wake: () => void;
  /** Milliseconds since the epoch. */
  now: () => number;
};
