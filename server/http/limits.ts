import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { sendProblem } from './problem.ts';
import { wantsPage } from './request.ts';

/** Requests that one client may make in a number of seconds. */
export type Rate = {
  name: string;
  points: number;
  seconds: number;
  /** What a person sees in place of the problem document. */
  page?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
};

export type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
/** Makes the hook that holds a route to a rate. */
export type Limits = (rate: Rate) => Limit;

/**
 * Rate limits by client address (as TRUST_PROXY makes it known), answered 429 with Retry-After.
 * @param make the limiter behind a rate; it counts in memory where nothing else is given
 */
export function createLimits(on: boolean, make: (rate: Rate) => RateLimiterAbstract = inMemory): Limits {
  return (rate) => {
    if (!on) return async () => undefined;
    const limiter = make(rate);
    return async (request, reply) => {
      try {
        await limiter.consume(request.ip);
        return undefined;
      } catch (refusal) {
        // A limiter that fails lets the request through: a real lead matters more.
        if (!(refusal instanceof RateLimiterRes)) return undefined;
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        reply.header('retry-after', seconds);
        if (rate.page !== undefined && wantsPage(request)) return rate.page(request, reply);
        return sendProblem(reply, 429, { detail: `Please try again in ${seconds} seconds.` });
      }
    };
  };
}

/** The limiter of one process. */
export function inMemory(rate: Rate): RateLimiterAbstract {
  return new RateLimiterMemory({ keyPrefix: rate.name, points: rate.points, duration: rate.seconds });
}

/** The limiter that many processes share; while PostgreSQL is down, each counts for itself. */
export function inPostgres(pool: Pool): (rate: Rate) => RateLimiterAbstract {
  return (rate) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: rate.name,
      points: rate.points,
      duration: rate.seconds,
      insuranceLimiter: inMemory(rate),
    });
}
