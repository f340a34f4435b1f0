import { parentPort, workerData } from 'node:worker_threads';
import type { ReportData } from './report-page.ts';
import { renderReport } from './report-pdf.ts';

// Started by report-thread.ts, which passes workerData.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(new Uint8Array(await renderReport(workerData as ReportData)));
