import { sql } from 'kysely';
import type { Store, Tx } from '../store.ts';

/** What is counted under a key: at most so much (`most`) in so many milliseconds. Which comes to an end on its own, `ms` after it began. */
export type Count = { key: string; most: number; ms: number };

/** `used`: this use included. `wait`: milliseconds until it begins anew. */
export type Counted = { used: number; wait: number };

/**
 * Adds a use to the counts of each chain in their order, up to the first that it is too much for: that one is counted, those behind it
 * are not. With the narrowest network first, nobody uses up what is their neighbours'.
 * @returns for each chain what was counted; the last of one that was cut off has been used more than it may
 */
export type CountUses = (chains: readonly Chain[]) => Promise<Counted[][]>;

export type Chain = { amount: number; counts: readonly Count[] };

/** Makes counters of a store: one that a single server has counts in memory. */
export function countersOf({ db, dialect }: Pick<Store, 'db' | 'dialect'>): () => CountUses {
  return dialect === 'postgres' ? () => countInPostgres(db) : () => countInMemory();
}

/** Keys that one length of time counts at most: about ten megabytes. Beyond, the ones counted longest are forgotten. */
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
  // In the order of their beginnings: those at the front end first.
  known.delete(key);
  for (const [other, { until }] of known) {
    if (until > at && known.size < MAX_KEYS) break;
    known.delete(other);
  }
}

/** The counts that many servers share, by the database's time; while PostgreSQL is down, each counts for itself. */
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
 * One statement, whatever is counted. Rows are written in their order, so that two requests with a network in common never wait for each
 * other. What others count at the same moment is seen by what is returned: more than there is room for may be counted, and is known as such.
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
    // The next time will do.
    void sql`delete from rate_limits where expire < ${now}`.execute(db).catch(() => undefined);
  };
}
