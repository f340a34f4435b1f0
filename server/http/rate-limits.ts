import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { observations } from '../observations.ts';
import type { Tx } from '../store/store.ts';
import { networksOfRequest, type ClientNetwork } from './client-address.ts';
import { refuseTooMany } from './too-many.ts';

export type Window = { points: number; seconds: number };

export type Rate = Window & {
  name: string;
  /** Requests in an hour and in a day; those that a shorter window refuses do not count. */
  hour?: number;
  day?: number;
};

export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
export type Limits = (rate: Rate) => Limit;

/**
 * Counts a request of a client in its networks, each of which may do `times` what one client may; milliseconds until the next one where it is one
 * too many for any of them in any window, and otherwise 0. What is refused is counted nowhere: no client uses up what its network may do.
 */
export type Counter = (networks: readonly ClientNetwork[]) => Promise<number>;
type MakeCounter = (name: string, windows: readonly Window[]) => Counter;

/**
 * Rate limits by client address (as TRUST_PROXY makes it known) and the networks around it, answered 429 with Retry-After.
 * @param make what counts; in memory where nothing else is given
 */
export function createRateLimits(on: boolean, make: MakeCounter = inMemory): Limits {
  return (rate) => {
    if (!on) return async () => undefined;
    const count = make(rate.name, [rate, ...longerWindows(rate)]);
    return async (request, reply) => {
      // A counter that fails lets the request through: a real lead matters more.
      const wait = await count(networksOfRequest(request)).catch(() => 0);
      if (wait === 0) return undefined;
      observations.rateLimited.tell(rate.name);
      const seconds = Math.max(1, Math.ceil(wait / 1000));
      return refuseTooMany(request, reply, seconds);
    };
  };
}

function longerWindows({ hour, day }: Rate): Window[] {
  return [
    ...(hour === undefined ? [] : [{ points: hour, seconds: 3600 }]),
    ...(day === undefined ? [] : [{ points: day, seconds: 86_400 }]),
  ];
}

/** Networks that a window counts at most: about ten megabytes. Beyond, the ones counted longest are forgotten. */
const MAX_NETWORKS = 50_000;

export function inMemory(_name: string, windows: readonly Window[], now: () => number = () => performance.now()): Counter {
  const counts = windows.map((window) => ({ ...window, known: new Map<string, { points: number; until: number }>() }));
  return async (networks) => {
    const at = now();
    const waits = counts.flatMap(({ points, known }) =>
      networks.map(({ name, times }) => {
        const counted = known.get(name);
        return counted !== undefined && counted.points >= points * times ? Math.max(0, counted.until - at) : 0;
      }),
    );
    const wait = Math.max(0, ...waits);
    if (wait === 0) for (const { seconds, known } of counts) for (const { name } of networks) countOne(known, name, { at, seconds });
    return wait;
  };
}

function countOne(
  known: Map<string, { points: number; until: number }>,
  name: string,
  { at, seconds }: { at: number; seconds: number },
): void {
  const counted = known.get(name);
  if (counted !== undefined && counted.until > at) {
    counted.points += 1;
    return;
  }
  // In the order of their beginnings: those at the front end first.
  known.delete(name);
  for (const [other, { until }] of known) {
    if (until > at && known.size < MAX_NETWORKS) break;
    known.delete(other);
  }
  known.set(name, { points: 1, until: at + seconds * 1000 });
}

/** The counter that many servers share, by the database's time; while PostgreSQL is down, each counts for itself. */
export function inPostgres(db: Tx): MakeCounter {
  const forget = createForgetter(db);
  return (name, windows) => {
    const alone = inMemory(name, windows);
    return async (networks) => {
      const counts = networks.flatMap((network) =>
        windows.map(({ points, seconds }, at) => ({
          key: `${at === 0 ? name : `${name}-${seconds}`}:${network.name}`,
          most: points * network.times,
          ms: seconds * 1000,
        })),
      );
      try {
        const wait = await countIn(db, counts);
        forget();
        return wait;
      } catch {
        return alone(networks);
      }
    };
  };
}

const now = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

/**
 * Counts in all of them by one statement, unless one is full. Rows are written from the narrowest network to the widest, so that two requests
 * never wait for each other. What others count at the same moment is seen by what is returned, so that no more pass than may; those alone were counted in vain.
 */
async function countIn(db: Tx, counts: readonly { key: string; most: number; ms: number }[]): Promise<number> {
  const [keys, most, ms] = [counts.map((one) => one.key), counts.map((one) => one.most), counts.map((one) => one.ms)];
  const { rows } = await sql<{ wait: number | null }>`
    with asked as (select * from unnest(${keys}::text[], ${most}::bigint[], ${ms}::bigint[]) with ordinality as asked (key, most, ms, place)),
    full_ones as (
      select expire - ${now} as wait from asked join rate_limits using (key) where points >= most and expire > ${now}
    ),
    counted as (
      insert into rate_limits as known (key, points, expire)
      select key, 1, ${now} + ms from asked where not exists (select from full_ones) order by place
      on conflict (key) do update set
        points = case when known.expire <= ${now} then 1 else known.points + 1 end,
        expire = case when known.expire <= ${now} then excluded.expire else known.expire end
      returning key, points, expire
    )
    select max(wait) as wait from (
      select wait from full_ones
      union all select greatest(1, expire - ${now}) from counted join asked using (key) where points > most
    ) as waits`.execute(db);
  return rows[0]!.wait ?? 0;
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
