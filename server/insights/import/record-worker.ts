import { parentPort, workerData } from 'node:worker_threads';
import { readRecord, type RecordAsked } from './record-file.ts';

// Started by record-thread.ts, which passes workerData.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await readRecord(workerData as RecordAsked));
