import { randomInt } from 'node:crypto';
import { callerFor } from '../../contract/callers.ts';
import { enqueue, jobRow } from '../jobs/job-queue.ts';
import type { JobRow, LeadRow } from '../store/schema.ts';
import type { Tx } from '../store/store.ts';
import type { NewLead } from './lead-repository.ts';
import { freshLink } from './fresh-link.job.ts';
import { meetingMail } from './meeting.job.ts';
import { paperMail } from './paper.job.ts';
import { staffNotice } from './staff-notice.job.ts';
import { verificationMail } from './verification.job.ts';

/** What follows from a lead that is stored: its verification mail, unless no person seems to have sent it. */
export function followReceipt(lead: NewLead): JobRow[] {
  if (lead.spamReason !== undefined) return [];
  return [jobRow(verificationMail, { leadId: lead.id }, { now: lead.at })];
}

/** What follows from the first confirmation of a request: what the visitor was promised, and the staff's notice. */
export async function followConfirmation(tx: Tx, lead: Pick<LeadRow, 'id' | 'caller'>, now: number): Promise<void> {
  const payload = { leadId: lead.id };
  await enqueue(tx, staffNotice, payload, { now, uniqueKey: `staff-notice:${lead.id}` });
  const { promise } = callerFor(lead.caller);
  if (promise === 'meeting') await enqueue(tx, meetingMail, payload, { now, uniqueKey: `meeting:${lead.id}` });
  if (promise === 'paper') await enqueue(tx, paperMail, payload, { now, uniqueKey: `paper:${lead.id}` });
}

/** Who wants a fresh link: an address, or the holder of an old link. */
export type Wanted = { email: string } | { tokenHash: string };

/**
 * Leaves the look-up to a job, so that nobody learns from the answer which addresses are known. It runs some seconds later, at a moment
 * that nobody can foresee: whoever asks at once how long the next answer takes meets nothing of it.
 */
export async function requestLink(tx: Tx, wanted: Wanted, now: number): Promise<void> {
  await enqueue(tx, freshLink, { ...wanted, at: now }, { now, runAt: now + randomInt(2000, 8000) });
}
