import { sql } from 'kysely';
import type { Store, Tx } from '../store.ts';

/** A counter: `most` uses of a key within `ms` milliseconds of its first use, after which it starts at zero. */
export type Count = { key: string; most: number; ms: number };

/** `used`: including this use. `wait`: milliseconds until the counter restarts. */
export type Counted = { used: number; wait: number };

/**
 * Adds a use to the counters of each chain in order, up to and including the first that exceeds its limit. With the narrowest network first, no
 * client uses up the counters of its neighbours.
 * @returns the counters that were changed, for each chain; if a chain was cut off, its last counter exceeds its limit
 */
export type CountUses = (chains: readonly Chain[]) => Promise<Counted[][]>;

export type Chain = { amount: number; counts: readonly Count[] };

/** Creates counters for a store: in PostgreSQL, or in memory for the single server of an embedded store. */
export function countersOf({ db, dialect }: Pick<Store, 'db' | 'dialect'>): () => CountUses {
  return dialect === 'postgres' ? () => countInPostgres(db) : () => countInMemory();
}

/** Most keys for each window length: about ten megabytes. Beyond this, the oldest counters are dropped. */
const MAX_KEYS = 50_000;

type Known = Map<string, { used: number; until: number }>;

/** @param now milliseconds of any clock */
export function countInMemory(now: () => number = () => performance.now()): CountUses {
  const byLength = new Map<number, Known>();
  const add = ({ key, ms }: Count, amount: number): Counted => {
    const at = now();
    const known = byLength.get(ms) ?? new Map<string, { used: number; until: number }>();
    byLength.set(ms, known);
    const counted = known.get(key);
    if (counted !== undefined && counted.until > at) {
      counted.used += amount;
      return { used: counted.used, wait: counted.until - at };
    }
    makeRoom(known, key, at);
    known.set(key, { used: amount, until: at + ms });
    return { used: amount, wait: ms };
  };
  return async (chains) =>
    chains.map(({ amount, counts }) => {
      const counted: Counted[] = [];
      for (const count of counts) {
        const added = add(count, amount);
        counted.push(added);
        if (added.used > count.most) break;
      }
      return counted;
    });
}

function makeRoom(known: Known, key: string, at: number): void {
  // In order of creation, so that the counters at the front expire first.
  known.delete(key);
  for (const [other, { until }] of known) {
    if (until > at && known.size < MAX_KEYS) break;
    known.delete(other);
  }
}

/** Counters that several servers share, by the database's clock. While PostgreSQL is down, each server counts in memory. */
export function countInPostgres(db: Tx): CountUses {
  const alone = countInMemory();
  const forget = createForgetter(db);
  return async (chains) => {
    try {
      const counted = await countAll(db, chains);
      forget();
      return counted;
    } catch {
      return alone(chains);
    }
  };
}

const now = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

/**
 * Counts everything in one statement. Rows are written in the given order, so that two requests with a network in common cannot deadlock. Concurrent
 * uses may together exceed a limit; the returned values show it.
 */
async function countAll(db: Tx, chains: readonly Chain[]): Promise<Counted[][]> {
  const rows = chains.flatMap(({ amount, counts }, chain) => counts.map((count) => ({ ...count, amount, chain })));
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name]);
  const { rows: written } = await sql<Counted & { key: string }>`
    with asked as (
      select * from unnest(${column('key')}::text[], ${column('most')}::bigint[], ${column('ms')}::bigint[],
        ${column('amount')}::integer[], ${column('chain')}::integer[]) with ordinality as asked (key, most, ms, amount, chain, place)
    ),
    known as (
      select asked.*, amount + coalesce(case when expire > ${now} then points end, 0) > most as full
      from asked left join rate_limits using (key)
    )
    insert into rate_limits as counted (key, points, expire)
    select key, amount, ${now} + ms from known
    where not exists (select from known as before where before.chain = known.chain and before.place < known.place and before.full)
    order by place
    on conflict (key) do update set
      points = case when counted.expire <= ${now} then excluded.points else counted.points + excluded.points end,
      expire = case when counted.expire <= ${now} then excluded.expire else counted.expire end
    returning key, points as used, greatest(1, expire - ${now}) as wait`.execute(db);
  const byKey = new Map(written.map(({ key, used, wait }) => [key, { used, wait }]));
  return chains.map(({ counts }) => counts.flatMap(({ key }) => byKey.get(key) ?? []));
}

const FORGETTING = 300_000;

function createForgetter(db: Tx): () => void {
  let due = 0;
  return () => {
    if (performance.now() < due) return;
    due = performance.now() + FORGETTING;
    // If this fails, the next run deletes them.
    void sql`delete from rate_limits where expire < ${now}`.execute(db).catch(() => undefined);
  };
}
