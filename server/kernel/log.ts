import type { BaseLogger } from 'pino';

/** The methods that the server uses of a logger. pino and Fastify's `app.log` both have them. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
