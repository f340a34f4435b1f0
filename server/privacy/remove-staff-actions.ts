import { sql } from 'kysely';
import { newId } from '../store/id.ts';
import type { RemovalParts } from './remove-leads.ts';

const BATCH = 500;

/** Removes actions of staff before a time. The store allows it because the removal is recorded first: migration 0172. */
export async function removeStaffActions({ store, now }: RemovalParts, before: number): Promise<number> {
  const old = sql`select id from staff_actions where at < ${before} limit ${BATCH}`;
  if ((await old.execute(store.db)).rows.length === 0) return 0;
  const at = now();
  await store.db
    .insertInto('staff_action_removals')
    .values({ id: newId(at), at, before })
    .execute();
  for (let removed = 0; ;) {
    const { numAffectedRows = 0n } = await sql`delete from staff_actions where id in (${old})`.execute(store.db);
    removed += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return removed;
  }
}
