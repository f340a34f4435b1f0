import type { FastifyReply, FastifyRequest } from 'fastify';
import { observations } from '../kernel/observations.ts';
import { sendProblem } from './problem.ts';
import { wantsPage } from './read-request.ts';
import { sendSmallPage } from './small-page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `costly`: files, exports and computations for one request. Default: `normal` for POST; other requests are never refused. */
    cost?: 'costly';
  }
}

/** Delays of the event loop, in milliseconds, from which work is refused or put off: first jobs, then costly requests, then forms. Pages never are. */
export const MAX_LATE = { jobs: 100, costly: 500, normal: 3000 } as const;

/**
 * With more concurrent requests than this, jobs wait while the event loop is late by more than `late` milliseconds. An idle loop is a millisecond
 * late.
 */
const MANY = { requests: 8, late: 4 } as const;

/**
 * Whether jobs wait for requests. Concurrent requests count only while the event loop is busy: any number of them may be waiting for a slow sender.
 * @param late delay of the event loop in milliseconds
 */
export function jobsWait(requests: number, late: number): boolean {
  return late > MAX_LATE.jobs || (requests > MANY.requests && late > MANY.late);
}

/** Seconds after which a client may try again. */
const AGAIN = { costly: 10, normal: 3 } as const;

/**
 * Refuses costly requests while the event loop is late, with 503 and Retry-After, before the body is read.
 * @param late delay of the event loop in milliseconds
 * @returns whether the request was answered
 */
export function refuseOverload(request: FastifyRequest, reply: FastifyReply, late: number): boolean {
  if (late <= MAX_LATE.costly) return false;
  const cost = request.routeOptions.config.cost ?? (request.method === 'POST' ? 'normal' : undefined);
  if (cost === undefined || request.is404 || late <= MAX_LATE[cost]) return false;
  observations.refusal.tell('overloaded');
  reply.header('retry-after', AGAIN[cost]);
  if (!wantsPage(request)) sendProblem(reply, 503, { title: 'Please try again in a moment', detail: 'The server has too much to do.' });
  else sendSmallPage(reply, 503, { title: 'Please try again in a moment', words: request.method === 'POST' ? SENT : ASKED });
  return true;
}

const ASKED = 'There is much to do here just now. Please wait some seconds, and reload this page.';
const SENT =
  'Nothing was sent, as there is much to do here just now. Please wait some seconds. Then go back: what you typed is still in your browser, and you can send it again.';
