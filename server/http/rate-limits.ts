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
 * Rate limits by client address (as TRUST_PROXY makes it known) and the networks around it, each of which may do `times` what one client may.
 * Answered 429 with Retry-After. What is refused for a client takes nothing from its network, and what a minute refuses nothing from the hour.
 * @param makeCounter what counts, one for each limit; in memory where nothing else is given
 * @param now milliseconds of the same clock
 */
export function createRateLimits(on: boolean, makeCounter: () => CountUses = countInMemory, now = () => performance.now()): Limits {
  return (rate) => {
    if (!on) return async () => undefined;
    const findFull = createLimit(rate, makeCounter());
    const refused = createRefusals(now);
    const counting = createCounting(rate);
    return async (request, reply) => {
      const networks = networksOfRequest(request);
      let wait = refused.waitOf(networks);
      if (wait === 0 && counting.hasTooMany(networks)) wait = AT_ONCE_MS;
      if (wait === 0) {
        // A counter that fails lets the request through: a real lead matters more.
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
}

/** Networks that are remembered as refused; beyond, those refused first are counted again. */
const MOST_REFUSED = 10_000;

/** A network that may do no more, and for how many milliseconds. */
type Full = { network: string; wait: number };

/** Whom a limit refused, so that a flood of refused requests asks no store, and leaves no count of each of its addresses in one. */
function createRefusals(now: () => number) {
  const until = new Map<string, number>();
  return {
    /** Milliseconds; 0 where none of a client's networks was refused, or all have waited. */
    waitOf: (networks: readonly ClientNetwork[]): number => Math.max(0, ...networks.map(({ name }) => (until.get(name) ?? 0) - now())),
    remember: ({ network, wait }: Full): void => {
      until.delete(network);
      until.set(network, now() + wait);
      const [first] = until.keys();
      if (until.size > MOST_REFUSED) until.delete(present(first));
    },
  };
}

/** Milliseconds after which a client may come again of which as many as it may send are being counted. */
const AT_ONCE_MS = 1000;

/** Of each network how many requests are being counted: beyond those that it may send all others are too many, and no store is asked. */
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

/** Counts a request. @returns the network that it is one too many for: of several, the one that has to wait longest */
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
 * Answers 429 with Retry-After, a browser with a small page. Nothing of the request is read or repeated: what was typed is in the browser still.
 * @param seconds until the next request of this client is taken
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

/** In seconds up to two minutes, in minutes up to two hours, and in hours beyond. */
function waitingWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
