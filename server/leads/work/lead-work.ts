import type { LeadWork } from '../../../contract/desk/lead-facts.ts';
import type { LeadState } from '../../../contract/desk/lead-states.ts';
import type { LeadWorkRow } from '../../store/desk-schema.ts';
import type { Store, Tx } from '../../store/store.ts';
import { indexLeads, lockIndex } from '../index/lead-index.ts';
import { addEvent } from '../lead-repository.ts';

/** Who does it, when, and which version of the lead's work they had seen. */
export type WorkChange = { id: string; version: number; actor: string; at: number };

export type WorkOutcome =
  | { outcome: 'done'; work: LeadWork }
  /** Somebody else was first: nothing was changed. `work` is what it is now; the timeline says who did what. */
  | { outcome: 'changed since'; work: LeadWork }
  | { outcome: 'unknown' };

/** Puts a lead into a state. `reason` is needed where it is lost, and has no place elsewhere. */
export async function changeLeadState(
  tx: Tx,
  dialect: Store['dialect'],
  change: WorkChange & { state: LeadState; reason?: string | undefined },
): Promise<WorkOutcome> {
  const { state, reason } = change;
  const lostReason = state === 'lost' ? (reason ?? null) : null;
  const { event: _, ...outcome } = await changeWork(tx, dialect, { ...change, kind: 'state changed' }, (before) => ({
    after: { ...before, state, lostReason },
    detail: { from: before.state, to: state, ...(lostReason !== null && { reason: lostReason }) },
  }));
  return outcome;
}

/** Gives a lead to somebody, or to nobody. */
export async function assignLead(tx: Tx, dialect: Store['dialect'], change: WorkChange & { owner: string | null }): Promise<Worked> {
  const { owner } = change;
  return changeWork(tx, dialect, { ...change, kind: 'assigned' }, (before) => ({
    after: { ...before, owner },
    detail: { from: before.owner, to: owner },
  }));
}

/**
 * Adds a note to the timeline. Notes are only ever added, so that two at once are two.
 * @returns the id of its entry; undefined where there is no such lead
 */
export async function addNote(
  tx: Tx,
  { id, text, mentions, actor, at }: { id: string; text: string; mentions: readonly string[]; actor: string; at: number },
): Promise<string | undefined> {
  if ((await tx.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst()) === undefined) return undefined;
  return addEvent(tx, id, { at, kind: 'note', detail: { text, mentions }, actor });
}

export async function readWork(db: Tx, id: string): Promise<LeadWork> {
  const row = await db.selectFrom('lead_work').selectAll().where('lead_id', '=', id).executeTakeFirst();
  return workOf(row);
}

export function workOf(row: Pick<LeadWorkRow, 'state' | 'lost_reason' | 'owner' | 'version'> | undefined): LeadWork {
  if (row === undefined) return { state: 'new', lostReason: null, owner: null, version: 0 };
  return { state: row.state, lostReason: row.lost_reason, owner: row.owner, version: row.version };
}

/** With the id of the entry that the history has of what was done. */
type Worked = WorkOutcome & { event?: string };

type Changing = WorkChange & { kind: string };

export async function changeWork(
  tx: Tx,
  dialect: Store['dialect'],
  { id, version, actor, at, kind }: Changing,
  change: (before: LeadWork) => { after: LeadWork; detail: object },
): Promise<Worked> {
  if ((await tx.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst()) === undefined) return { outcome: 'unknown' };
  const before = await readWork(tx, id);
  const { after, detail } = change(before);
  const work = { ...after, version: version + 1 };
  if (before.version !== version || !(await writeWork(tx, id, { work, at })))
    return { outcome: 'changed since', work: await readWork(tx, id) };
  const event = await addEvent(tx, id, { at, kind, detail, actor });
  await lockIndex(dialect, tx);
  await indexLeads(tx, dialect, { ids: [id], told: false });
  return { outcome: 'done', work, event };
}

/** @returns false where another transaction was first */
async function writeWork(tx: Tx, id: string, { work, at }: { work: LeadWork; at: number }): Promise<boolean> {
  const { state, lostReason, owner, version } = work;
  const row = { state, lost_reason: lostReason, owner, version, changed_at: at };
  if (version > 1) {
    const { numUpdatedRows } = await tx
      .updateTable('lead_work')
      .set(row)
      .where('lead_id', '=', id)
      .where('version', '=', version - 1)
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
