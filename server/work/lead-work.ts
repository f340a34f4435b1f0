import type { LeadState } from '../../contract/desk/lead-states.ts';
import { type WorkOf, fieldOf, type FieldEvent, type FieldName, type Worked } from '../../contract/desk/staff-fields.ts';
import { groupRead } from '../store/group-commit.ts';
import type { Store, Tx } from '../store/store.ts';
import { addEvent, clearSuspicion } from '../leads/lead-repository.ts';
import { insertJobs, released } from '../queue/job-queue.ts';
import type { Settings } from '../settings/settings.ts';
import { leadJobRows, type LeadJob } from '../leads/lead-job.ts';
import { readLead } from '../leads/lead-queries.ts';
import { giveBack, MARKED } from './mark-spam.ts';
import type { EventKind } from '../../contract/desk/event-names.ts';
import { workFields, type WorkColumns } from '../store/staff-columns.ts';
import { indexLeads, lockIndex } from './index/lead-index.ts';

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

/** The same as readWork, of leads that are asked for at once by one query. */
export const workOfLead = groupRead(async (db, ids: readonly string[]): Promise<WorkOf<'lead'>[]> => {
  const rows = await selectStored(db).select('lead_id').where('lead_id', 'in', ids).execute();
  const byLead = new Map(rows.map((row) => [row.lead_id, row]));
  return ids.map((id) => workOf('lead', byLead.get(id) ?? untouched));
});

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

/** What staff made of a lead, as stored in `lead_work`; a lead without a row is new and has no owner. */
type StoredWork = WorkColumns & { version: number };

/** Which account changes a lead, when, and which version of the work it had seen. */
export type WorkChange = { id: string; version: number; actor: string; at: number };

/** Without an actor, a program made the change. */
type AnyWorkChange = Omit<WorkChange, 'actor'> & { actor: string | undefined };

export type WorkOutcome<Section extends Worked = 'lead'> =
  | { outcome: 'done'; work: WorkOf<Section> }
  /** Somebody else changed it first, so nothing was changed. `work` is its present value; the timeline says who did what. */
  | { outcome: 'changed since'; work: WorkOf<Section> }
  | { outcome: 'unknown' };

/** With the id of the entry that the history got. */
export type Changed<Section extends Worked> = WorkOutcome<Section> & { event?: string };

type Changing<Section extends Worked> = AnyWorkChange & { section: Section; kind: EventKind };

/** Changes the work on a lead unless somebody was quicker, adds the history entry and updates the desk's list at once. */
export async function changeWork<Section extends Worked>(
  tx: Tx,
  dialect: Store['dialect'],
  { id, version, actor, at, section, kind }: Changing<Section>,
  change: (before: WorkOf<Section>) => { after: { [Name in FieldName]?: string | null }; detail: object },
): Promise<Changed<Section>> {
  if ((await tx.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst()) === undefined) return { outcome: 'unknown' };
  const before = await readStored(tx, id);
  const { after, detail } = change(workOf(section, before));
  const work = { ...before, ...columnsOf(after), version: version + 1 };
  if (before.version !== version || !(await writeStored(tx, id, { work, at })))
    return { outcome: 'changed since', work: await readWorkOf(tx, id, section) };
  const event = await addEvent(tx, id, { at, kind, detail, actor });
  await lockIndex(dialect, tx);
  await indexLeads(tx, dialect, { ids: [id], told: false });
  return { outcome: 'done', work: workOf(section, work), event };
}

/** Sets one field; the history entry is of the field's own kind. */
export async function changeField<Section extends Worked>(
  tx: Tx,
  dialect: Store['dialect'],
  { section, name, value, ...change }: WorkChange & { section: Section; name: FieldName; value: string | null },
): Promise<Changed<Section>> {
  const changing = { ...change, section, kind: fieldOf(name).event as FieldEvent };
  return changeWork(tx, dialect, changing, (before) => {
    const { [name]: from } = before as { [Name in FieldName]?: unknown };
    return { after: { [name]: value }, detail: { from, to: value } };
  });
}

export async function readWorkOf<Section extends Worked>(db: Tx, id: string, section: Section): Promise<WorkOf<Section>> {
  return workOf(section, await readStored(db, id));
}

/** @param row of `lead_work`, if there is one */
export function workOf<Section extends Worked>(section: Section, row: { [Name in keyof StoredWork]: StoredWork[Name] | null } | undefined) {
  const own = workFields.filter(({ sections }) => sections.includes(section));
  const kept = own.map(({ name, column, initial = null }) => [name, row?.[column] ?? initial]);
  return { ...Object.fromEntries(kept), version: row?.version ?? 0 } as WorkOf<Section>;
}

function columnsOf(work: { [Name in FieldName]?: unknown }): Partial<StoredWork> {
  return Object.fromEntries(workFields.flatMap(({ name, column }) => (name in work ? [[column, work[name]]] : [])));
}

async function readStored(db: Tx, id: string): Promise<StoredWork> {
  return (await selectStored(db).where('lead_id', '=', id).executeTakeFirst()) ?? untouched;
}

function selectStored(db: Tx) {
  return db.selectFrom('lead_work').select([...workFields.map(({ column }) => column), 'version']);
}

/** The column of the state is never null, whatever kind the lead is of. */
const untouched = { ...Object.fromEntries(workFields.map(({ column }) => [column, null])), state: 'new', version: 0 } as StoredWork;

/** @returns false when another transaction was quicker */
async function writeStored(tx: Tx, id: string, { work, at }: { work: StoredWork; at: number }): Promise<boolean> {
  const row = { ...work, changed_at: at };
  if (work.version > 1) {
    const { numUpdatedRows } = await tx
      .updateTable('lead_work')
      .set(row)
      .where('lead_id', '=', id)
      .where('version', '=', work.version - 1)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('lead_work')
    .values({ lead_id: id, ...row })
    .onConflict((conflict) => conflict.column('lead_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
