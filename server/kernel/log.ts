import type { BaseLogger } from 'pino';

/** What the parts of the server need of a logger; pino and Fastify's `app.log` both are one. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
