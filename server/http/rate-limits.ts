import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rate } from '../../contract/calls/public/public-call.ts';
import { elementAt, present } from '../../contract/checked.ts';
import { observations } from '../kernel/observations.ts';
import { countInMemory, type CountUses } from '../store/shares/use-counts.ts';
import { networksOfRequest, type ClientNetwork } from './client-address.ts';
import { sendProblem } from './problem.ts';
import { wantsPage } from './read-request.ts';
import { sendSmallPage } from './small-page.ts';

export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
export type Limits = (rate: Rate) => Limit;

/**
 * Rate limits by client address (as determined by TRUST_PROXY) and by the networks around it, each with `times` the limit of one client. Answers 429
 * with Retry-After. A request refused for a client is not counted for its network, and one refused by the minute is not counted for the hour.
 * @param makeCounter creates the counter of each limit. Default: in memory
 * @param now milliseconds of a monotonic clock
 */
export function createRateLimits(on: boolean, makeCounter: () => CountUses = countInMemory, now = () => performance.now()): Limits {
  const byName = new Map<string, Limit>();
  const limitOf = (rate: Rate): Limit => {
    if (!on) return async () => undefined;
    const findFull = createLimit(rate, makeCounter());
    const refused = createRefusals(now);
    const counting = createCounting(rate);
    return async (request, reply) => {
      const networks = networksOfRequest(request);
      let wait = refused.waitOf(networks);
      if (wait === 0 && counting.hasTooMany(networks)) wait = AT_ONCE_MS;
      if (wait === 0) {
        // If the counter fails, the request is let through: a real lead matters more.
        const full = await counting.during(networks, findFull(networks)).catch(() => undefined);
        if (full === undefined) return undefined;
        wait = full.wait;
        refused.remember(full);
      }
      observations.rateLimited.tell(rate.name);
      const seconds = Math.max(1, Math.ceil(wait / 1000));
      return refuseTooMany(request, reply, seconds);
    };
  };
  // Calls with the same name share their limit.
  return (rate) => {
    const limit = byName.get(rate.name) ?? limitOf(rate);
    byName.set(rate.name, limit);
    return limit;
  };
}

/** Most networks remembered as refused. Beyond this, the oldest are counted again. */
const MAX_REFUSED = 10_000;

/** A network that has reached its limit, and the milliseconds until it may send again. */
type Full = { network: string; wait: number };

/** Remembers refused networks in memory, so that a flood of requests neither queries the store nor adds a count for each of its addresses. */
function createRefusals(now: () => number) {
  const until = new Map<string, number>();
  return {
    /** Milliseconds that a client has to wait; 0 if none of its networks is refused. */
    waitOf: (networks: readonly ClientNetwork[]): number => Math.max(0, ...networks.map(({ name }) => (until.get(name) ?? 0) - now())),
    remember: ({ network, wait }: Full): void => {
      until.delete(network);
      until.set(network, now() + wait);
      const [first] = until.keys();
      if (until.size > MAX_REFUSED) until.delete(present(first));
    },
  };
}

/** Milliseconds after which a client may retry that has reached its limit by requests still being counted. */
const AT_ONCE_MS = 1000;

/** Tracks requests of each network that are being counted. Requests beyond the limit are refused without querying the store. */
function createCounting({ points }: Rate) {
  const under = new Map<string, number>();
  const add = (networks: readonly ClientNetwork[], more: 1 | -1): void => {
    for (const { name } of networks) {
      const count = (under.get(name) ?? 0) + more;
      if (count === 0) under.delete(name);
      else under.set(name, count);
    }
  };
  return {
    hasTooMany: (networks: readonly ClientNetwork[]): boolean =>
      networks.some(({ name, times }) => (under.get(name) ?? 0) >= points * times),
    during: <Result>(networks: readonly ClientNetwork[], counted: Promise<Result>): Promise<Result> => {
      add(networks, 1);
      return counted.finally(() => add(networks, -1));
    },
  };
}

/** Counts a request. @returns the network whose limit it exceeds; of several, the one that has to wait longest */
function createLimit(
  { name, hour, day, ...shortest }: Rate,
  count: CountUses,
): (networks: readonly ClientNetwork[]) => Promise<Full | undefined> {
  const windows = [
    { name, ...shortest },
    ...(hour === undefined ? [] : [{ name: `${name}-3600`, points: hour, seconds: 3600 }]),
    ...(day === undefined ? [] : [{ name: `${name}-86400`, points: day, seconds: 86_400 }]),
  ];
  return async (networks) => {
    const counts = networks.flatMap((network) =>
      windows.map((window) => ({
        network: network.name,
        key: `${window.name}:${network.name}`,
        most: window.points * network.times,
        ms: window.seconds * 1000,
      })),
    );
    const [counted = []] = await count([{ amount: 1, counts }]);
    const full = counted.flatMap(({ used, wait }, at) => {
      const { network, most } = elementAt(counts, at);
      return used > most ? [{ network, wait: Math.max(1, wait) }] : [];
    });
    return full.toSorted((one, other) => other.wait - one.wait)[0];
  };
}

/**
 * Answers 429 with Retry-After, to browsers with a small page. Nothing of the request is read or repeated: what was typed is still in the browser.
 * @param seconds until the next request of this client is accepted
 */
export function refuseTooMany(request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply {
  reply.header('retry-after', seconds);
  if (!wantsPage(request)) return sendProblem(reply, 429, { detail: `Please try again in ${seconds} seconds.` });
  const wait = waitingWords(seconds);
  const words =
    request.method === 'POST'
      ? `Nothing was sent, as too many requests came from your network. Please wait ${wait}. Then go back: what you typed is still in your browser, and you can send it again.`
      : `Too many requests came from your network. Please wait ${wait}, and reload this page.`;
  return sendSmallPage(reply, 429, { title: 'Please wait a moment', words });
}

/** A duration in words: seconds below two minutes, minutes below two hours, then hours. */
function waitingWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
