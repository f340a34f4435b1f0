import { parentPort, workerData } from 'node:worker_threads';
import { readCalendar, type CalendarScope } from './read-calendar.ts';

// Started by calendar-thread.ts, which passes workerData.
const { text, scope } = workerData as { text: string; scope: CalendarScope };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await readCalendar(text, scope));
