import { Worker } from 'node:worker_threads';
import type { ReportData } from './report-page.ts';

export type RenderReport = (data: ReportData) => Promise<Uint8Array>;

const PATIENCE = 60_000;

/** Sets reports in a thread that ends with each: they are rare, and the server answers meanwhile. */
export function reportThread(script: URL): RenderReport {
  return (data) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(script, { workerData: data });
      const late = setTimeout(() => {
        reject(new Error('the report took too long'));
        void worker.terminate();
      }, PATIENCE);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => {
        clearTimeout(late);
        reject(new Error(`the report's thread ended early (${code})`));
      });
    });
}
