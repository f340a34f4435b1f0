import type { LeadState } from '../../contract/desk/lead-states.ts';
import type { WorkOf } from '../../contract/desk/staff-fields.ts';
import type { Store, Tx } from '../store/store.ts';
import { addEvent, clearSuspicion } from '../leads/lead-repository.ts';
import { changeField, changeWork, readWorkOf, type Changed, type WorkChange, type WorkOutcome } from './change-work.ts';
import { insertJobs, released } from '../queue/job-queue.ts';
import type { Settings } from '../settings/settings.ts';
import { leadJobRows, type LeadJob } from '../leads/lead-job.ts';
import { readLead } from '../leads/lead-queries.ts';
import { giveBack, MARKED } from './mark-spam.ts';

/** Changes a lead's state. `reason` is stored only when the state is `lost`. */
export async function changeLeadState(
  tx: Tx,
  dialect: Store['dialect'],
  change: WorkChange & { state: LeadState; reason?: string | undefined },
): Promise<WorkOutcome> {
  const { state, reason } = change;
  const lostReason = state === 'lost' ? (reason ?? null) : null;
  const { event: _, ...outcome } = await changeWork(tx, dialect, { ...change, section: 'lead', kind: 'state changed' }, (before) => ({
    after: { state, lostReason },
    detail: { from: before.state, to: state, ...(lostReason !== null && { reason: lostReason }) },
  }));
  return outcome;
}

/** Assigns a lead to an account; null: to nobody. */
export async function assignLead(
  tx: Tx,
  dialect: Store['dialect'],
  { owner, ...change }: WorkChange & { owner: string | null },
): Promise<Changed<'lead'>> {
  return changeField(tx, dialect, { ...change, section: 'lead', name: 'owner', value: owner });
}

export async function readWork(db: Tx, id: string): Promise<WorkOf<'lead'>> {
  return readWorkOf(db, id, 'lead');
}

/**
 * Adds a note to the timeline. Notes are only ever added, so two at the same time do not conflict.
 * @returns the id of its entry; undefined where there is no such lead
 */
export async function addNote(
  tx: Tx,
  { id, text, mentions, actor, at }: { id: string; text: string; mentions: readonly string[]; actor: string; at: number },
): Promise<string | undefined> {
  if ((await tx.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst()) === undefined) return undefined;
  return addEvent(tx, id, { at, kind: 'note', detail: { text, mentions }, actor });
}

type ReleaseParts = { leadJobs: readonly LeadJob[]; settings: Settings };

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
  if (lead === undefined || !(await clearSuspicion(tx, [id], { at, actor }))) return false;
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
