import { inBoundedProcess } from '../kernel/bounded-process.ts';
import type { ReportData } from './report-page.ts';

export type RenderReport = (data: ReportData) => Promise<Uint8Array>;

/** Milliseconds that a report may take: a page takes a tenth of a second of processor time. */
const [PATIENCE, A_PAGE] = [60_000, 1000];

/**
 * Renders one report at a time, each in a process of its own that ends with it: of a report of 500 portfolios a thread left a gigabyte with the
 * server's allocator.
 * @param script the process's built code
 */
export function reportMaker(script: URL): RenderReport {
  let last: Promise<unknown> = Promise.resolve();
  return (data) => {
    const bounds = { patience: PATIENCE + data.portfolios.length * A_PAGE, memory: 1024 };
    const made = last.then(() => inBoundedProcess<Uint8Array>(script, data, bounds, 'the report took too long'));
    last = made.catch(() => undefined);
    return made;
  };
}
