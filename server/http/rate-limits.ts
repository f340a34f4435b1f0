import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { observations } from '../observations.ts';
import type { Tx } from '../store/store.ts';
import { clientOfRequest } from './client-address.ts';
import { sendProblem } from './problem.ts';
import { wantsPage } from './read-request.ts';

export type Window = { points: number; seconds: number };

export type Rate = Window & {
  name: string;
  /** Requests in an hour and in a day; those that a shorter window refuses do not count. */
  hour?: number;
  day?: number;
  page?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
};

export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
export type Limits = (rate: Rate) => Limit;

/** Counts a request of a client; milliseconds until the next one where it is one too many, and otherwise 0. */
export type Counter = (client: string) => Promise<number>;
type MakeCounter = (name: string, window: Window) => Counter;

/**
 * Rate limits by client address (as TRUST_PROXY makes it known), answered 429 with Retry-After.
 * @param make what counts in a window; in memory where nothing else is given
 */
export function createRateLimits(on: boolean, make: MakeCounter = inMemory): Limits {
  return (rate) => {
    if (!on) return async () => undefined;
    const shortest = make(rate.name, rate);
    const longer = longerWindows(rate).map((window) => make(`${rate.name}-${window.seconds}`, window));
    const waitOf = async (client: string): Promise<number> =>
      (await shortest(client)) || Math.max(0, ...(await Promise.all(longer.map((count) => count(client)))));
    return async (request, reply) => {
      const client = clientOfRequest(request);
      // A counter that fails lets the request through: a real lead matters more.
      const wait = await waitOf(client).catch(() => 0);
      if (wait === 0) return undefined;
      observations.rateLimited.tell(rate.name);
      const seconds = Math.max(1, Math.ceil(wait / 1000));
      reply.header('retry-after', seconds);
      if (rate.page !== undefined && wantsPage(request)) return rate.page(request, reply);
      return sendProblem(reply, 429, { detail: `Please try again in ${seconds} seconds.` });
    };
  };
}

function longerWindows({ hour, day }: Rate): Window[] {
  return [
    ...(hour === undefined ? [] : [{ points: hour, seconds: 3600 }]),
    ...(day === undefined ? [] : [{ points: day, seconds: 86_400 }]),
  ];
}

/** Clients that a window counts at most: about ten megabytes. Beyond, the ones counted longest are forgotten. */
const MAX_CLIENTS = 50_000;

export function inMemory(_name: string, { points, seconds }: Window, now: () => number = () => performance.now()): Counter {
  const clients = new Map<string, { count: number; until: number }>();
  return async (client) => {
    const at = now();
    const known = clients.get(client);
    if (known !== undefined && known.until > at) {
      known.count += 1;
      return known.count > points ? known.until - at : 0;
    }
    // In the order of their beginnings: those at the front end first.
    clients.delete(client);
    for (const [other, { until }] of clients) {
      if (until > at && clients.size < MAX_CLIENTS) break;
      clients.delete(other);
    }
    clients.set(client, { count: 1, until: at + seconds * 1000 });
    return 0;
  };
}

/** The counter that many servers share, by the database's time; while PostgreSQL is down, each counts for itself. */
export function inPostgres(db: Tx): MakeCounter {
  return (name, window) => {
    const alone = inMemory(name, window);
    const forget = createForgetter(db);
    return async (client) => {
      try {
        const { count, wait } = await countIn(db, `${name}:${client}`, window.seconds * 1000);
        forget();
        return count > window.points ? Math.max(1, wait) : 0;
      } catch {
        return alone(client);
      }
    };
  };
}

const now = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

async function countIn(db: Tx, key: string, ms: number): Promise<{ count: number; wait: number }> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into rate_limits as known (key, points, expire) values (${key}, 1, ${now} + ${ms}::bigint)
    on conflict (key) do update set
      points = case when known.expire <= ${now} then 1 else known.points + 1 end,
      expire = case when known.expire <= ${now} then excluded.expire else known.expire end
    returning points as count, expire - ${now} as wait`.execute(db);
  return rows[0]!;
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
