import type { FastifyReply } from 'fastify';
import { companyName } from '../../contract/company.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Read at each use: it may be changed at the desk. */
    companyName?: () => string;
  }
}

/** The name of the company as it is now, on a listener that knows it. */
export function companyNameOf({ server }: FastifyReply): string {
  return server.companyName?.() ?? companyName;
}
