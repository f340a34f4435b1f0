import { parentPort, workerData } from 'node:worker_threads';
import { readCv } from './read-cv.ts';

// Started by cv-thread.ts, which passes workerData.
const { pdf } = workerData as { pdf: Uint8Array };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await readCv(pdf));
