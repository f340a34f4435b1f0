import { parentPort, workerData } from 'node:worker_threads';
import { readRecord, type RecordAsked } from './record-file.ts';
import { readWorkbook, type WorkbookAsked } from './workbook.ts';

// Started by record-thread.ts, which passes workerData.
const asked = workerData as RecordAsked | WorkbookAsked;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await ('workbook' in asked ? readWorkbook(asked) : readRecord(asked)));
