import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { listQueue, readQueue } from '../../../contract/calls/desk/queue-calls.ts';

export type QueueData = CallOutput<typeof readQueue>;
export type QueueCause = QueueData['causes'][number];
export type QueueJob = CallOutput<typeof listQueue>['jobs'][number];

/** Causes that need action come first, then the larger ones. */
const order: Readonly<Record<QueueCause['state'], number>> = { dead: 0, late: 1, held: 2, queued: 3 };

export function byUrgency(causes: readonly QueueCause[]): QueueCause[] {
  return causes.toSorted((a, b) => order[a.state] - order[b.state] || b.count - a.count || a.key.localeCompare(b.key));
}
