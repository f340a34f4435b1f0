import { insertJobs, released } from '../queue/job-queue.ts';
import type { Settings } from '../settings/settings.ts';
import type { Tx } from '../store/store.ts';
import { leadJobRows, type LeadJob } from '../leads/lead-job.ts';
import { readLead } from '../leads/lead-queries.ts';
import { clearSuspicion } from '../leads/lead-repository.ts';
import { giveBack, MARKED } from './mark-spam.ts';

export type ReleaseParts = { leadJobs: readonly LeadJob[]; settings: Settings };

/**
 * Removes the mark of suspected spam from a lead and enqueues what was held back.
 * @returns false when there is no such lead, or it has no mark
 */
export async function releaseLead(
  tx: Tx,
  parts: ReleaseParts,
  { id, actor, at }: { id: string; actor?: string; at: number },
): Promise<boolean> {
  const lead = await readLead(tx, id);
  if (lead === undefined || !(await clearSuspicion(tx, id, { at, ...(actor !== undefined && { actor }) }))) return false;
  if (lead.sample) return true;
  // A lead that staff marked got its jobs when it came: those that were withheld run now.
  if (lead.spamReason === MARKED) {
    await giveBack(tx, [id], at);
    return true;
  }
  const purposes = lead.consents.map((consent) => consent.purpose);
  const jobs = leadJobRows(parts, 'received', { lead: { ...lead, purposes }, now: at });
  // A person asked for it, so limits do not hold these jobs back again.
  await insertJobs(
    tx,
    jobs.map((job) => ({ ...job, waiting_on: released })),
  );
  return true;
}
