import type { FastifyReply, FastifyRequest } from 'fastify';
import { observations } from '../kernel/observations.ts';
import { sendProblem } from './problem.ts';
import { wantsPage } from './read-request.ts';
import { sendSmallPage } from './small-page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `costly`: files, exports and what is computed for one request. Default: `normal` for what is sent, and pages are never refused. */
    cost?: 'costly';
  }
}

/** Milliseconds that the event loop may be late before something is refused or put off: jobs first, then what is costly, then forms. Pages never are. */
export const MOST_LATE = { jobs: 100, costly: 500, normal: 3000 } as const;

/** More requests than this at once, and jobs stand back while the event loop has work: a loop that has none is a millisecond late. */
const MANY = { requests: 8, late: 4 } as const;

/**
 * Whether jobs stand back for requests. Those under way count only while the loop has work: any number of them may wait for a slow sender.
 * @param late milliseconds that the event loop is late
 */
export function jobsWait(requests: number, late: number): boolean {
  return late > MOST_LATE.jobs || (requests > MANY.requests && late > MANY.late);
}

/** Seconds after which a client may try again. */
const AGAIN = { costly: 10, normal: 3 } as const;

/**
 * Refuses what costs most while the event loop is late, with 503 and Retry-After, before anything of the request is read.
 * @param late milliseconds, as the loop's watch says
 * @returns whether it was answered
 */
export function refuseOverload(request: FastifyRequest, reply: FastifyReply, late: number): boolean {
  if (late <= MOST_LATE.costly) return false;
  const cost = request.routeOptions.config.cost ?? (request.method === 'POST' ? 'normal' : undefined);
  if (cost === undefined || request.is404 || late <= MOST_LATE[cost]) return false;
  observations.refusal.tell('overloaded');
  reply.header('retry-after', AGAIN[cost]);
  if (!wantsPage(request)) sendProblem(reply, 503, { title: 'Please try again in a moment', detail: 'The server has too much to do.' });
  else sendSmallPage(reply, 503, { title: 'Please try again in a moment', words: request.method === 'POST' ? SENT : ASKED });
  return true;
}

const ASKED = 'There is much to do here just now. Please wait some seconds, and reload this page.';
const SENT =
  'Nothing was sent, as there is much to do here just now. Please wait some seconds. Then go back: what you typed is still in your browser, and you can send it again.';
