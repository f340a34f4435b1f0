import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import { present } from '../../contract/checked.ts';
import type { Schema } from '../store/schema.ts';
import { createSharedBegin } from '../store/group-commit.ts';
import type { Store } from '../store/store.ts';

/** Milliseconds that a lease lasts. It is renewed while its work lasts; the rows of a killed server wait this long. */
export const LEASE = 15_000;

/** A table whose rows are worked on by leases. The rows of `deliveries` keep their status while they are leased. */
export type LeaseTable = {
  name: 'jobs' | 'deliveries';
  waiting: string;
  leased: string;
  /** What else changes when a row is claimed; when it waits again because its lease has ended; and when it was not begun or is to be begun anew. */
  claimed?: object;
  freed?: (now: number) => object;
  unbegun?: object;
  /** Called with the number of rows whose worker is gone. */
  tookOver?: (rows: number) => void;
};

/** The ids of rows that may be claimed. */
export type Due = SelectQueryBuilder<Schema, 'jobs', { id: string }>;

type Leased = { id: string; locked_until: number | null };

export type Leases<Row> = ReturnType<typeof createLeases<Row & Leased>>;

const unlocked = { locked_by: null, locked_until: null } as const;

/**
 * The leases of one worker on the rows of a table. Every change applies only while the worker still holds the lease. States are literals in the
 * statements: with a parameter that the condition of a partial index depends on, SQLite would compile the statement anew each time.
 */
export function createLeases<Row extends Leased>(store: Store, table: LeaseTable, { worker, now }: { worker: string; now: () => number }) {
  // All such tables have the columns that are used here.
  const name = table.name as 'jobs';
  const [waiting, leased] = [table.waiting as 'ready', sql.lit(table.leased as 'running')];
  const rows = () => store.db.updateTable(name);
  const begin: Store['begin'] = store.dialect === 'sqlite' ? createSharedBegin(store, 0) : (claim) => claim(store.db);
  const freed = () => ({ status: waiting, ...unlocked, ...table.freed?.(now()) });
  const held = () => rows().set(freed()).where('status', '=', leased).where('locked_until', 'is not', null);
  const take = async (lost: ReturnType<typeof held>): Promise<number> => {
    const count = Number((await lost.executeTakeFirst()).numUpdatedRows);
    if (count > 0) table.tookOver?.(count);
    return count;
  };
  return {
    worker,
    now,
    /** Claims rows that wait, as chosen. Drops those whose lease ran out before the store answered: another worker may have them by now. */
    claim: async (choose: (due: Due) => Due): Promise<Row[]> => {
      const at = now();
      const claimed = await begin((tx) =>
        tx
          .with(
            (cte) => cte('due').materialized(),
            () => chosenOf(store, table, { at, choose }),
          )
          .updateTable(name)
          .set({ status: leased, locked_by: worker, locked_until: at + LEASE, ...table.claimed })
          .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
          .returningAll()
          .execute(),
      );
      return (claimed as unknown as Row[]).filter((row) => present(row.locked_until) > now());
    },
    /** Renews leases. @returns the ids of the rows that are still this worker's */
    renew: async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
      if (ids.length === 0) return new Set();
      const renewal = rows()
        .set({ locked_until: now() + LEASE })
        .where('id', 'in', ids)
        .where('locked_by', '=', worker);
      return new Set((await renewal.where('status', '=', leased).returning('id').execute()).map(({ id }) => id));
    },
    /** Frees rows whose lease has run out: other workers', and this worker's own that it does not work on (the answer to a claim was lost). */
    takeOver: async (own: readonly string[]): Promise<number> => {
      const lost = held().where('locked_until', '<', now());
      return take(own.length === 0 ? lost : lost.where((eb) => eb.or([eb('locked_by', '!=', worker), eb('id', 'not in', own)])));
    },
    /** Frees every leased row: for the start of the only worker of a store. */
    takeOverAll: async (): Promise<number> => take(held()),
    /** Returns rows that were not begun, or are to be begun anew. */
    giveBack: async (ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return;
      await rows()
        .set({ ...freed(), ...table.unbegun })
        .where('id', 'in', ids)
        .where('locked_by', '=', worker)
        .execute();
    },
  };
}

function chosenOf({ db, dialect }: Store, { name, waiting }: LeaseTable, { at, choose }: { at: number; choose: (due: Due) => Due }): Due {
  const isFree = (eb: ExpressionBuilder<Schema, 'jobs'>) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', at)]);
  const due = db
    .selectFrom(name as 'jobs')
    .select('id')
    .where('status', '=', sql.lit(waiting as 'ready'))
    .where(isFree);
  // Workers on other machines pass over what this one is claiming; SQLite's claims take turns.
  return dialect === 'postgres' ? choose(due).forUpdate().skipLocked() : choose(due);
}
