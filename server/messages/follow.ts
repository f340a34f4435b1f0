import { jobRow } from '../jobs/job-queue.ts';
import type { JobRow } from '../store/schema.ts';
import { messageNotice } from './notice.job.ts';

/** What follows from a message: staff read it. */
export function followMessage({ leadId, now }: { leadId: string; now: number }): JobRow[] {
  return [jobRow(messageNotice, { leadId }, { now })];
}
