import type { EventKind } from '../../contract/desk/event-names.ts';
import { fieldOf, type FieldEvent, type FieldName, type Worked, type WorkOf } from '../../contract/desk/staff-fields.ts';
import { workFields, type WorkColumns } from '../store/staff-columns.ts';
import type { Store, Tx } from '../store/store.ts';
import { indexLeads, lockIndex } from './index/lead-index.ts';
import { addEvent } from '../leads/lead-repository.ts';

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
  const row = await db
    .selectFrom('lead_work')
    .select([...workFields.map(({ column }) => column), 'version'])
    .where('lead_id', '=', id)
    .executeTakeFirst();
  return row ?? untouched;
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
