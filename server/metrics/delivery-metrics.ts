import type { Gauge, Registry } from 'prom-client';
import { deliveryOutcomes, observations } from '../kernel/observations.ts';
import { endpointKinds, type EndpointKind } from '../store/tables/delivery-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { readGauges, createSharedReader } from './read-gauges.ts';
import type { Prometheus } from './site-metrics.ts';

type LiveDeliveries = { kind: EndpointKind; waiting: number; late: number; oldestAt: number | undefined; failed: number };

export type CountDeliveries = (db: Tx, now: number) => Promise<readonly LiveDeliveries[]>;

/** Adds metrics of deliveries by kind of endpoint. They name no endpoint and no person. @returns a function that stops counting */
export function addDeliveryMetrics(
  prometheus: Pick<Prometheus, 'Counter' | 'Gauge'>,
  registry: Registry,
  { store, countDeliveries }: { store: Pick<Store, 'db' | 'now'>; countDeliveries: CountDeliveries },
): () => void {
  const gauge = readGauges(
    prometheus,
    registry,
    createSharedReader(() => countDeliveries(store.db, store.now())),
  );
  const fill = (made: Gauge, live: readonly LiveDeliveries[], value: (of: LiveDeliveries) => number) => {
    for (const kind of endpointKinds) made.set({ kind }, 0);
    for (const of of live) made.set({ kind: of.kind }, value(of));
  };
  gauge('cognitive_deliveries_waiting', 'Events that endpoints are yet to take, by the kind of the endpoint.', ['kind'], (made, live) =>
    fill(made, live, ({ waiting }) => waiting),
  );
  gauge('cognitive_deliveries_late', 'Of these, due for more than a minute.', ['kind'], (made, live) =>
    fill(made, live, ({ late }) => late),
  );
  gauge('cognitive_deliveries_oldest_seconds', 'Age of the oldest of these.', ['kind'], (made, live) =>
    fill(made, live, ({ oldestAt }) => (oldestAt === undefined ? 0 : Math.max(0, (store.now() - oldestAt) / 1000))),
  );
  gauge('cognitive_deliveries_failed', 'Events that were given up.', ['kind'], (made, live) => fill(made, live, ({ failed }) => failed));

  const attempts = new prometheus.Counter({
    name: 'cognitive_delivery_attempts_total',
    help: 'Attempts to deliver an event, by the kind of the endpoint and what came of them.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  for (const kind of endpointKinds) for (const outcome of deliveryOutcomes) attempts.inc({ kind, outcome }, 0);
  return observations.delivery.listen((attempt) => attempts.inc(attempt));
}
