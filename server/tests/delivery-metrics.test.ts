import prometheus from 'prom-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { setUpDeliveries } from '../deliveries/deliveries.testing.ts';
import { countDeliveries } from '../deliveries/list-deliveries.ts';
import { testOnStores } from '../store/store.testing.ts';
import { addDeliveryMetrics } from '../metrics/delivery-metrics.ts';

describe('deliveries', () => {
  testOnStores('are counted by the kind of the endpoint, and by nothing that names anybody', async () => {
    const { store, clock, endpoint, add, deliver, receiver } = await setUpDeliveries();
    const registry = new prometheus.Registry();
    onTestFinished(addDeliveryMetrics(prometheus, registry, { store, countDeliveries }));
    await endpoint('/hidden-a', ['lead.created']);
    await endpoint('/hidden-b', ['lead.created']);
    receiver.state.behave = ({ path }) => (path === '/hidden-a' ? { status: 503 } : 'reset');
    await add({}, {});
    await deliver();
    clock.pass(30_000);
    receiver.state.behave = ({ path }) => ({ status: path === '/hidden-a' ? 204 : 500 });
    await deliver();
    const waiting = await store.db.selectFrom('deliveries').select('id').where('status', '=', 'waiting').execute();
    await store.db.updateTable('deliveries').set({ status: 'failed' }).where('id', '=', waiting[0]!.id).execute();
    clock.pass(3_600_000);

    const text = await registry.metrics();
    const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(series.filter((line) => line.includes('webhook'))).toEqual([
      'cognitive_deliveries_waiting{kind="webhook"} 1',
      'cognitive_deliveries_late{kind="webhook"} 1',
      'cognitive_deliveries_oldest_seconds{kind="webhook"} 3630',
      'cognitive_deliveries_failed{kind="webhook"} 1',
      'cognitive_delivery_attempts_total{kind="webhook",outcome="taken"} 2',
      'cognitive_delivery_attempts_total{kind="webhook",outcome="refused"} 4',
      'cognitive_delivery_attempts_total{kind="webhook",outcome="no answer"} 2',
    ]);
    expect(series).toHaveLength(4 * 4 + 4 * 3);
    expect(text).not.toMatch(/hidden|example\.com|127\.0\.0\.1/);
  });
});

test('of a store that does not answer nothing is said', async () => {
  const registry = new prometheus.Registry();
  const countDeliveries = async () => Promise.reject(new Error('down'));
  onTestFinished(addDeliveryMetrics(prometheus, registry, { store: { db: undefined as never, now: () => 0 }, countDeliveries }));
  expect(await registry.metrics()).not.toMatch(/^cognitive_deliveries/m);
});
