import { inBoundedThread } from '../kernel/bounded-thread.ts';
import type { ReportData } from './report-page.ts';

export type RenderReport = (data: ReportData) => Promise<Uint8Array>;

/** Sets reports in a thread that ends with each: they are rare. */
export function reportThread(script: URL): RenderReport {
  return (data) => inBoundedThread(script, data, { patience: 60_000, memory: 1024 }, 'the report took too long');
}
