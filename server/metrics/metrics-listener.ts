import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Log } from '../log.ts';

/** Milliseconds after which a port that was taken is tried again: a server that is being replaced leaves it. */
const AGAIN = 5000;

/**
 * Serves a registry at /metrics, and nothing else. A port that is taken ends nothing: the site matters more than its metrics, so that the
 * log says it once and the port is tried again.
 */
export function serveMetrics(
  { port, host, again = AGAIN }: { port: number; host: string; again?: number },
  registry: Pick<Registry, 'metrics' | 'contentType'>,
  log: Log,
): { close(): Promise<void> } {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000, keepAliveTimeout: 65_000 }, (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ reason: error instanceof Error ? error.message : undefined }, 'the metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  server.maxConnections = 16;
  // None of it keeps the process.
  server.unref();
  let timer: NodeJS.Timeout | undefined;
  let told = false;
  const listen = () => void server.listen(port, host);
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (!told) log.warn({ port, host, code: error.code }, `the metrics cannot be served, and are tried again: ${faultOf(error)}`);
    told = true;
    timer = setTimeout(listen, again).unref();
  });
  server.on('listening', () => {
    told = false;
    log.info({ port: (server.address() as AddressInfo).port, host }, 'metrics are served at /metrics');
  });
  listen();
  return {
    close: async () => {
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

function faultOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'something else listens at METRICS_PORT. Another server on this machine needs a port of its own';
  if (code === 'EADDRNOTAVAIL') return 'METRICS_HOST is no address of this machine';
  if (code === 'EACCES') return 'this user may not listen at METRICS_PORT; ports from 1024 on need no right';
  return 'METRICS_HOST and METRICS_PORT say where';
}
