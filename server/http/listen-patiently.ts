import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../kernel/log.ts';

/** Milliseconds after which a port in use is tried again: a server that is being replaced will release it. */
const AGAIN = 5000;

export type ListenPlace = {
  port: number;
  host: string;
  /** Prefix of its settings: METRICS for METRICS_PORT and METRICS_HOST. */
  prefix: 'METRICS' | 'DESK';
  again?: number;
  /** Log messages for success, such as 'metrics are served at /metrics', and for failure. */
  words: { served: string; failed: string };
};

/** Listens on a port besides the site's. A port in use is logged once and tried again, because the site matters more. @returns stops trying */
export function listenPatiently(server: Server, { port, host, prefix, again = AGAIN, words }: ListenPlace, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined;
  let logged = false;
  const listen = () => void server.listen(port, host);
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (!logged) log.warn({ port, host, code: error.code }, `${words.failed}: ${faultOf(error, prefix)}`);
    logged = true;
    timer = setTimeout(listen, again).unref();
  });
  server.on('listening', () => {
    logged = false;
    log.info({ port: (server.address() as AddressInfo).port, host }, words.served);
  });
  listen();
  return () => clearTimeout(timer);
}

function faultOf({ code }: NodeJS.ErrnoException, prefix: ListenPlace['prefix']): string {
  if (code === 'EADDRINUSE') return `something else listens at ${prefix}_PORT. Another server on this machine needs a port of its own`;
  if (code === 'EADDRNOTAVAIL') return `${prefix}_HOST is no address of this machine`;
  if (code === 'EACCES') return `this user may not listen at ${prefix}_PORT; ports from 1024 on need no right`;
  return `${prefix}_HOST and ${prefix}_PORT say where`;
}
