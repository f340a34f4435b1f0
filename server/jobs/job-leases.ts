import { sql } from 'kysely';
import { createGroupCommit } from '../store/group-commit.ts';
import { observations } from '../observations.ts';
import type { JobRow } from '../store/schema.ts';
import type { Store, Tx } from '../store/store.ts';

export type Settlement = Pick<
  JobRow,
  'status' | 'run_at' | 'attempts' | 'last_error' | 'waiting_on' | 'finished_at' | 'failing_since' | 'perhaps_done' | 'served'
>;

export type JobLeases = ReturnType<typeof createJobLeases>;

export const lease = 15_000;

/** Every change that a worker makes holds only while the job is still its own. */
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
    /** A claim that was answered after its lease is nobody's: another worker may have the jobs already. */
    claim: async (count: number): Promise<JobRow[]> => {
      const rows = await claim(store, worker, count, now());
      return rows.filter((row) => row.locked_until! > now());
    },
    /** False when the job was no longer this worker's. Resolves after the commit. */
    settle: (id: string, settlement: Settlement): Promise<boolean> => settlements.add({ id, settlement }),
    /** Writes down that a run's effect may follow. False when the job was no longer this worker's. */
    markPerhapsDone: (job: JobRow): Promise<boolean> => markPerhapsDone(store, worker, job),
    /** Returns the jobs that are still this worker's. */
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
    /** What nobody works any more: other workers' jobs, and its own but for those that run here, since a claim may have lost its answer. */
    takeOver: (running: readonly string[]) => takeOver({ store, worker, running }, now()),
    /** Where only one process works the store, whatever is running at its start was cut short. */
    takeOverAll: async (): Promise<void> => {
      const result = await store.db
        .updateTable('jobs')
        .set({ status: 'ready', run_at: now(), locked_by: null, locked_until: null })
        .where('status', '=', 'running')
        .executeTakeFirst();
      toldTakeover(result.numUpdatedRows);
    },
    /** The attempt does not count. */
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
