import type { FetchText } from './bounces/sns-signature.ts';
import type { Health } from './http/health.ts';
import type { Limits } from './http/rate-limits.ts';
import type { Site } from './http/site.ts';
import type { ReadRecord } from './insights/import/record-file.ts';
import type { RenderInsights } from './insights/insights-renderer.ts';
import type { LeadBatchWriter } from './leads/lead-batch-writer.ts';
import type { LeadJob } from './leads/lead-job.ts';
import type { LeadSubjects } from './leads/lead-subjects.ts';
import type { Scrub } from './privacy/scrub-thread.ts';
import type { RenderCareers } from './recruiting/positions/careers-renderer.ts';
import type { RenderReport } from './reports/report-thread.ts';
import type { Settings } from './settings/settings.ts';
import type { Files } from './store/files/files.ts';
import type { Shares } from './store/shares/shares.ts';
import type { Store } from './store/store.ts';

/** A server that was told to stop may go on serving for DRAIN_MS. */
export type AppContext = Health & {
  settings: Settings;
  store: Store;
  files: Files;
  site: Site;
  /** One a process: it puts leads that arrive at once into one transaction. */
  leadWriter: LeadBatchWriter;
  leadJobs: readonly LeadJob[];
  subjects: LeadSubjects;
  limits: Limits;
  /** Who has used how much of what everybody has in common. */
  shares: Shares;
  renderReport: RenderReport;
  /** Default: in the server's own thread. */
  readRecord?: ReadRecord;
  /** Default: in the server's own thread. */
  scrub?: Scrub;
  renderInsights: RenderInsights;
  renderCareers: RenderCareers;
  /** Milliseconds since the epoch. */
  builtAt: number;
  /** Milliseconds that the event loop is late. Default: never. */
  late?: () => number;
  /** Asks an address of a company whose reports are taken. Default: over the network. */
  fetchText?: FetchText;
  /** Tells the worker that there is something to do; called after a commit. */
  wake: () => void;
  /** Milliseconds since the epoch. */
  now: () => number;
};
