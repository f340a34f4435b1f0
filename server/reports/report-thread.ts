import { inBoundedThread } from '../kernel/bounded-thread.ts';
import type { ReportData } from './report-page.ts';

export type RenderReport = (data: ReportData) => Promise<Uint8Array>;

/** Renders each report in a thread of its own that ends with it, because reports are rare. */
export function reportThread(script: URL): RenderReport {
  return (data) => inBoundedThread(script, data, { patience: 60_000, memory: 1024 }, 'the report took too long');
}
