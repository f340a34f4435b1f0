import type { Tx } from '../../store/store.ts';

/** A lead whose history could not be taken in, for the alerts. */
export type SetAsideCause = { kind: 'row unreadable'; subject: string; reason: string; count: number; since: number };

/** Leads that the alerts name one by one. */
const NAMED = 20;

export async function findSetAside(db: Tx): Promise<SetAsideCause[]> {
  const rows = await db
    .selectFrom('history_set_aside')
    .select(({ fn }) => ['lead_id', fn.countAll<number>().as('count'), fn.min('at').as('since')])
    .groupBy('lead_id')
    .orderBy('lead_id')
    .limit(NAMED)
    .execute();
  return rows.map(({ lead_id: id, count, since }) => ({ kind: 'row unreadable', subject: `lead ${id}`, reason: '', count, since }));
}
