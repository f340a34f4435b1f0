import type { ReadinessCheck } from './http/health.ts';
import type { Limits } from './http/rate-limits.ts';
import type { Site } from './http/site.ts';
import type { RenderReport } from './reports/thread.ts';
import type { Settings } from './settings/settings.ts';
import type { Files } from './store/files.ts';
import type { Store } from './store/store.ts';

/** What the application is composed of. Tests bring their own. */
export type AppContext = {
  settings: Settings;
  store: Store;
  files: Files;
  site: Site;
  limits: Limits;
  renderReport: RenderReport;
  /** What /readyz asks. */
  readiness: readonly ReadinessCheck[];
  /** Tells the worker that there is something to do; called after a commit. */
  wake: () => void;
  /** Milliseconds since the epoch. */
  now: () => number;
};
