import { inBoundedThread } from '../kernel/bounded-thread.ts';
import type { ReportData } from './report-page.ts';

export type RenderReport = (data: ReportData) => Promise<Uint8Array>;

/** Milliseconds that a report may take: a page takes a tenth of a second of processor time. */
const [PATIENCE, A_PAGE] = [60_000, 1000];

/** Renders one report at a time, each in a thread of its own that ends with it, because reports are rare. */
export function reportThread(script: URL): RenderReport {
  let last: Promise<unknown> = Promise.resolve();
  return (data) => {
    const bounds = { patience: PATIENCE + data.portfolios.length * A_PAGE, memory: 1024 };
    const made = last.then(() => inBoundedThread<Uint8Array>(script, data, bounds, 'the report took too long'));
    last = made.catch(() => undefined);
    return made;
  };
}
