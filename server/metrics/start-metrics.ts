import type { Server } from 'node:http';
import { forms } from '../../contract/forms/form-list.ts';
import { requestsInFlight } from '../http/connections.ts';
import type { ReadinessCheck } from '../http/health.ts';
import type { Worker } from '../queue/worker.ts';
import type { Log } from '../kernel/log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { addDeliveryMetrics, type CountDeliveries } from './delivery-metrics.ts';
import { serveMetrics } from './metrics-listener.ts';
import { createSiteMetrics } from './site-metrics.ts';
import { addStateMetrics } from './state-metrics.ts';

export type Measured = {
  store: Store;
  worker: Pick<Worker, 'check'>;
  server: Server;
  jobs: readonly { name: string }[];
  countDeliveries: CountDeliveries;
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
