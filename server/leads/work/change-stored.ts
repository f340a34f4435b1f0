import type { EventKind } from '../../../contract/desk/event-names.ts';
import type { LeadWorkRow } from '../../store/desk-schema.ts';
import type { Store, Tx } from '../../store/store.ts';
import { indexLeads, lockIndex } from '../index/lead-index.ts';
import { addEvent } from '../lead-repository.ts';

/** What staff made of a request, as it is stored; without a row it is new, and nobody's. */
export type StoredWork = Pick<LeadWorkRow, 'state' | 'lost_reason' | 'stage' | 'owner' | 'version'>;

/** Who does it, when, and which version of the work they had seen. */
export type WorkChange = { id: string; version: number; actor: string; at: number };

/** Without an actor: nobody of the staff did it. */
export type AnyWorkChange = Omit<WorkChange, 'actor'> & { actor: string | undefined };

export type StoredOutcome<Work> =
  | { outcome: 'done'; work: Work }
  /** Somebody else was first: nothing was changed. `work` is what it is now; the timeline says who did what. */
  | { outcome: 'changed since'; work: Work }
  | { outcome: 'unknown' };

/** With the id of the entry that the history has of what was done. */
export type Changed<Work> = StoredOutcome<Work> & { event?: string };

type Changing<Work> = AnyWorkChange & { kind: EventKind; shown: (work: StoredWork) => Work };

/** Changes the work on a request unless somebody was quicker, adds the entry of its history, and has it listed so at once. */
export async function changeStored<Work>(
  tx: Tx,
  dialect: Store['dialect'],
  { id, version, actor, at, kind, shown }: Changing<Work>,
  change: (before: StoredWork) => { after: Omit<StoredWork, 'version'>; detail: object },
): Promise<Changed<Work>> {
  if ((await tx.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst()) === undefined) return { outcome: 'unknown' };
  const before = await readStored(tx, id);
  const { after, detail } = change(before);
  const work = { ...after, version: version + 1 };
  if (before.version !== version || !(await writeStored(tx, id, { work, at })))
    return { outcome: 'changed since', work: shown(await readStored(tx, id)) };
  const event = await addEvent(tx, id, { at, kind, detail, actor });
  await lockIndex(dialect, tx);
  await indexLeads(tx, dialect, { ids: [id], told: false });
  return { outcome: 'done', work: shown(work), event };
}

export async function readStored(db: Tx, id: string): Promise<StoredWork> {
  const row = await db
    .selectFrom('lead_work')
    .select(['state', 'lost_reason', 'stage', 'owner', 'version'])
    .where('lead_id', '=', id)
    .executeTakeFirst();
  return row ?? untouched;
}

const untouched: StoredWork = { state: 'new', lost_reason: null, stage: null, owner: null, version: 0 };

/** @returns false where another transaction was first */
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
