import { sql } from 'kysely';
import { present } from '../../contract/checked.ts';
import { createGroupCommit } from '../store/group-commit.ts';
import { observations } from '../kernel/observations.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import type { Store, Tx } from '../store/store.ts';

export type Settlement = Pick<
  JobRow,
  'status' | 'run_at' | 'attempts' | 'last_error' | 'waiting_on' | 'finished_at' | 'failing_since' | 'perhaps_done' | 'served'
>;

export type JobLeases = ReturnType<typeof createJobLeases>;

export const lease = 15_000;

/** A worker's leases on jobs. Every change applies only while the worker still holds the lease. */
export function createJobLeases(store: Store, worker: string, now: () => number) {
  const settlements = createGroupCommit(store, {
    write: async (tx, items: readonly { id: string; settlement: Settlement }[]) => {
      const kept: boolean[] = [];
      for (const { id, settlement } of items) kept.push(await settle(tx, worker, id, settlement));
      return kept;
    },
  });
  return {
    nextRunAt: async (): Promise<number | undefined> => {
      const query = store.db.selectFrom('jobs').select('run_at').where('status', '=', 'ready');
      return (await query.orderBy('run_at').limit(1).executeTakeFirst())?.run_at;
    },
    /** Claims due jobs. Drops those whose lease ran out before the store answered: another worker may have taken them over. */
    claim: async (count: number): Promise<JobRow[]> => {
      const rows = await claim(store, worker, count, now());
      return rows.filter((row) => present(row.locked_until) > now());
    },
    /** Stores how a run ended; false when the lease was lost. Resolves after the commit. */
    settle: (id: string, settlement: Settlement): Promise<boolean> => settlements.add({ id, settlement }),
    /** Stores that the run is about to have its effect; false when the lease was lost. */
    markPerhapsDone: (job: JobRow): Promise<boolean> => markPerhapsDone(store, worker, job),
    /** Renews leases. @returns the ids of the jobs that are still this worker's */
    renew: async (ids: readonly string[]): Promise<string[]> => {
      const renewed = await store.db
        .updateTable('jobs')
        .set({ locked_until: now() + lease })
        .where('id', 'in', ids)
        .where('locked_by', '=', worker)
        .where('status', '=', 'running')
        .returning('id')
        .execute();
      return renewed.map((row) => row.id);
    },
    /** Makes jobs ready again whose lease has run out: other workers', and this worker's own that do not run here (the answer to a claim was lost). */
    takeOver: (running: readonly string[]) => takeOver({ store, worker, running }, now()),
    /** Makes every running job ready again: for the start of the only worker of a store. */
    takeOverAll: async (): Promise<void> => {
      const result = await store.db
        .updateTable('jobs')
        .set({ status: 'ready', run_at: now(), locked_by: null, locked_until: null })
        .where('status', '=', 'running')
        .executeTakeFirst();
      toldTakeover(result.numUpdatedRows);
    },
    /** Returns jobs that were not begun; the attempt does not count. */
    giveBack: async (ids: readonly string[]): Promise<void> => {
      await store.db
        .updateTable('jobs')
        .set({ status: 'ready', run_at: now(), locked_by: null, locked_until: null, attempts: sql`attempts - 1`, unended: 0 })
        .where('id', 'in', ids)
        .where('locked_by', '=', worker)
        .execute();
    },
  };
}

function toldTakeover(rows: bigint): number {
  if (rows > 0n) observations.takeover.tell(Number(rows));
  return Number(rows);
}

async function markPerhapsDone({ db }: Store, worker: string, { id, perhaps_done: before }: JobRow): Promise<boolean> {
  const marked = await db
    .updateTable('jobs')
    .set({ perhaps_done: before + 1 })
    .where('id', '=', id)
    .where('locked_by', '=', worker)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

async function claim(store: Store, worker: string, count: number, now: number): Promise<JobRow[]> {
  let due = store.db
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'ready')
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .limit(count);
  // Workers on other machines pass over what this one is claiming; SQLite's claims take turns.
  if (store.dialect === 'postgres') due = due.forUpdate().skipLocked();
  return store.db
    .with(
      (name) => name('due').materialized(),
      () => due,
    )
    .updateTable('jobs')
    .set({ status: 'running', locked_by: worker, locked_until: now + lease, attempts: sql`attempts + 1`, unended: sql`unended + 1` })
    .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
    .returningAll()
    .execute();
}

async function takeOver(
  { store, worker, running }: { store: Store; worker: string; running: readonly string[] },
  now: number,
): Promise<number> {
  let lost = store.db
    .updateTable('jobs')
    .set({ status: 'ready', run_at: now, locked_by: null, locked_until: null })
    .where('status', '=', 'running')
    .where('locked_until', '<', now);
  if (running.length > 0) lost = lost.where((eb) => eb.or([eb('locked_by', '!=', worker), eb('id', 'not in', running)]));
  return toldTakeover((await lost.executeTakeFirst()).numUpdatedRows);
}

async function settle(tx: Tx, worker: string, id: string, settlement: Settlement): Promise<boolean> {
  const result = await tx
    .updateTable('jobs')
    .set({ ...settlement, locked_by: null, locked_until: null, unended: 0 })
    .where('id', '=', id)
    .where('locked_by', '=', worker)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
