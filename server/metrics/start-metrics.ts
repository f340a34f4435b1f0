import { type Server, createServer } from 'node:http';
import { forms } from '../../contract/forms/form-list.ts';
import { requestsInFlight } from '../http/connections.ts';
import type { ReadinessCheck } from '../http/health.ts';
import type { Worker } from '../queue/worker.ts';
import type { Log } from '../kernel/log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { addReportingMetrics, type ReadReportingGauges } from './reporting-metrics.ts';
import { addDeliveryMetrics, type CountDeliveries } from './delivery-metrics.ts';
import { createSiteMetrics } from './site-metrics.ts';
import { addStateMetrics } from './state-metrics.ts';
import type { Registry } from 'prom-client';
import { listenPatiently } from '../http/listen-patiently.ts';

type Measured = {
  store: Store;
  worker: Pick<Worker, 'check'>;
  server: Server;
  jobs: readonly { name: string }[];
  countDeliveries: CountDeliveries;
  readReporting: ReadReportingGauges;
  readiness: readonly ReadinessCheck[];
  version: string;
  log: Log;
};

/** Serves the metrics when METRICS_PORT is set. The metrics library is loaded only then. */
export async function startMetrics(settings: Settings, measured: Measured): Promise<{ close(): Promise<void> }> {
  const { METRICS_PORT: port, METRICS_HOST: host } = settings;
  if (port === undefined) return { close: async () => undefined };
  const prometheus = await import('prom-client');
  const siteMetrics = createSiteMetrics(prometheus, Object.keys(forms));
  const { version, store, server } = measured;
  addStateMetrics(prometheus, siteMetrics.registry, {
    ...measured,
    dataDir: settings.DATA_DIR,
    jobNames: measured.jobs.map(({ name }) => name),
    build: { version, node: process.version, store: store.dialect },
    inFlight: requestsInFlight(server),
  });
  addReportingMetrics(prometheus, siteMetrics.registry, () =>
    measured.readReporting(store.db, { now: store.now(), months: settings.REPORTING_DATE_MONTHS }),
  );
  const endDeliveries = addDeliveryMetrics(prometheus, siteMetrics.registry, measured);
  const listener = serveMetrics({ port, host }, siteMetrics.registry, measured.log);
  return {
    close: async () => {
      siteMetrics.stop();
      endDeliveries();
      await listener.close();
    },
  };
}

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
