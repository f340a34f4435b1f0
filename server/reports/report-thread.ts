import { inBoundedThread } from '../kernel/bounded-thread.ts';
import type { ReportData } from './report-page.ts';

export type RenderReport = (data: ReportData) => Promise<Uint8Array>;

/** Milliseconds that a report may take: a page takes a tenth of a second of processor time. */
const [PATIENCE, A_PAGE] = [60_000, 1000];

/** Renders each report in a thread of its own that ends with it, because reports are rare. */
export function reportThread(script: URL): RenderReport {
  return (data) =>
    inBoundedThread(script, data, { patience: PATIENCE + data.portfolios.length * A_PAGE, memory: 1024 }, 'the report took too long');
}
