import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import { listenPatiently } from '../http/listen-patiently.ts';
import type { Log } from '../kernel/log.ts';

/** Serves a registry at /metrics. */
export function serveMetrics(
  { port, host, again }: { port: number; host: string; again?: number },
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
  // The metrics do not keep the process running.
  server.unref();
  const words = { served: 'metrics are served at /metrics', failed: 'the metrics cannot be served, and are tried again' };
  const giveUp = listenPatiently(server, { port, host, prefix: 'METRICS', ...(again !== undefined && { again }), words }, log);
  return {
    close: async () => {
      giveUp();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
