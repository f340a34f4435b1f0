import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { describeOnStoresInTurn, testOnPostgres } from '../store/store.testing.ts';
import type { Store, Tx } from '../store/store.ts';
import { LEASE } from '../queue/leases.ts';
import { setUpDeliveries, testDeliverer } from './deliveries.testing.ts';
import { claimDeliveries, createDeliveryLeases, settleDeliveries, type Claimed } from './delivery-queue.ts';
import { listEndpoints } from './endpoints.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import { payloadOf } from './lead-events.ts';
import { FAILING } from './retry-times.ts';
import type { DeliveryOutcome } from './sending.ts';

const patient = { timeout: 60_000, interval: 20 };

describeOnStoresInTurn('leases of deliveries', 1, () => {
  test('are renewed for as long as a call lasts, so that nobody else makes it', async () => {
    const { store, clock, endpoint, add, takeIn, receiver } = await setUpDeliveries();
    await endpoint();
    await add({});
    await takeIn();
    const answer = Promise.withResolvers<readonly DeliveryOutcome[]>();
    let calls = 0;
    const slow = testDeliverer(store, {
      batch: 1,
      parallel: 1,
      send: async () => {
        calls += 1;
        return answer.promise;
      },
    });
    const stop = slow.start();
    onTestFinished(async () => {
      answer.resolve([{ taken: true, status: 204, error: null, answer: null }]);
      await stop();
    });
    await expect.poll(() => calls, patient).toBe(1);
    const leasedFor = async () =>
      (await store.db.selectFrom('deliveries').select('locked_until').executeTakeFirstOrThrow()).locked_until! - clock.now();
    expect(await leasedFor()).toBe(LEASE);
    const other = testDeliverer(store);
    for (let passed = 0; passed < 3 * LEASE; passed += 5000) {
      clock.pass(5000);
      await slow.maintain();
      expect(await leasedFor()).toBe(LEASE);
      await other.deliverDue();
    }
    expect([calls, receiver.asked]).toEqual([1, []]);
    answer.resolve([{ taken: true, status: 204, error: null, answer: null }]);
    const status = async () => (await store.db.selectFrom('deliveries').select('status').executeTakeFirstOrThrow()).status;
    await expect.poll(status, patient).toBe('delivered');
  });

  test('calls that end at once are stored together; the last one says how the endpoint does', async () => {
    const { store, clock, endpoint, add, takeIn } = await setUpDeliveries();
    const { id } = await endpoint();
    await add({}, {});
    await takeIn();
    const [now, worker] = [clock.now(), 'w'];
    const [one, other] = await claimDeliveries(store, createDeliveryLeases(store, { worker, now: clock.now }), {
      endpoint: { id },
      count: 2,
      now,
    });
    const attempt = (claimed: Claimed | undefined, outcome: DeliveryOutcome) => [{ claimed: claimed!, outcome, at: now, ms: 1 }];
    const calls = [
      attempt(one, { taken: true, status: 204, error: null, answer: null }),
      attempt(other, { taken: false, status: 429, error: 'HTTP 429', answer: null, retryAfter: 60_000 }),
    ];
    await store.begin((tx) => settleDeliveries(tx, { endpointId: id, dialect: store.dialect, worker, calls, now, random: () => 0.5 }));
    const rows = await store.db.selectFrom('deliveries').select(['status', 'attempts', 'last_error', 'locked_by']).orderBy('seq').execute();
    expect(rows).toEqual([
      { status: 'delivered', attempts: 1, last_error: null, locked_by: null },
      { status: 'waiting', attempts: 1, last_error: 'HTTP 429', locked_by: null },
    ]);
    expect(await store.db.selectFrom('delivery_attempts').select('status').orderBy('status').execute()).toEqual([
      { status: 204 },
      { status: 429 },
    ]);
    expect((await listEndpoints(store.db))[0]).toMatchObject({ failures: 1, resume_at: now + 60_000, last_error: 'HTTP 429' });
  });
});

testOnPostgres('attempts that end at once wait for each other, and none for one that waits for it', async () => {
  const { store, clock, endpoint, add, takeIn } = await setUpDeliveries();
  const { id } = await endpoint();
  await add({}, {});
  await takeIn();
  const [probe, other] = (await claimDeliveries(store, createDeliveryLeases(store, { worker: 'w', now: clock.now }), {
    endpoint: { id },
    count: 2,
    now: clock.now(),
  })) as [Claimed, Claimed];
  // A delivery that was tried before and is not due yet, while its endpoint fails with everything: a success ends its pause.
  await store.db.updateTable('delivery_endpoints').set({ failures: FAILING }).execute();
  const later = clock.now() + 60_000;
  await store.db.updateTable('deliveries').set({ attempts: 1, run_at: later }).where('id', '=', probe.id).execute();
  let runs = 0;
  const settle = (claimed: Claimed, taken: boolean) =>
    store.begin((tx) => {
      runs += 1;
      const outcome = { taken, status: taken ? 200 : 500, error: taken ? null : 'HTTP 500', answer: null };
      const attempted = [{ claimed, outcome, at: clock.now(), ms: 1 }];
      return settleDeliveries(tx, {
        endpointId: id,
        dialect: 'postgres',
        worker: 'w',
        calls: [attempted],
        now: clock.now(),
        random: () => 0.5,
      });
    });

  const gate = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = store.begin(async (tx) => {
    await lockRow(tx, id);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const works = settle(other, true);
  await expect.poll(() => waitingForLocks(store), patient).toBe(1);
  const fails = settle({ ...probe, attempts: 1, run_at: later }, false);
  await expect.poll(() => waitingForLocks(store), patient).toBe(2);
  gate.resolve();
  await Promise.all([holder, works, fails]);
  // After a deadlock one transaction would have been repeated.
  expect(runs).toBe(2);
  const rows = await store.db.selectFrom('deliveries').select(['id', 'status', 'locked_by']).orderBy('seq').execute();
  expect(rows).toEqual([
    { id: probe.id, status: 'waiting', locked_by: null },
    { id: other.id, status: 'delivered', locked_by: null },
  ]);
});

testOnPostgres('an attempt is recorded while others are enqueued, however long that takes', async () => {
  const { store, clock, endpoint, add, takeIn } = await setUpDeliveries();
  const { id } = await endpoint();
  await add({});
  await takeIn();
  const [claimed] = (await claimDeliveries(store, createDeliveryLeases(store, { worker: 'w', now: clock.now }), {
    endpoint: { id },
    count: 1,
    now: clock.now(),
  })) as [Claimed];
  const outcome = { taken: true, status: 200, error: null, answer: null };
  const attempted = [{ claimed, outcome, at: clock.now(), ms: 1 }];
  const now = clock.now();
  await store.begin(async (tx) => {
    const payload = payloadOf('person.erased', now, { leadIds: [], emailSha256: [] });
    const endpoints = await listEndpoints(tx);
    await enqueueDeliveries(tx, 'postgres', { endpoints, events: [{ source: 'x', leadId: null, payload }], now });
    await store.begin((own) => settleDeliveries(own, { endpointId: id, dialect: 'postgres', worker: 'w', calls: [attempted], now }));
  });
  const rows = await store.db.selectFrom('deliveries').select('status').orderBy('seq').execute();
  expect(rows.map(({ status }) => status)).toEqual(['delivered', 'waiting']);
});

async function lockRow(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('delivery_endpoints').select('id').where('id', '=', id).forUpdate().execute();
}

async function waitingForLocks({ db }: Store): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]!.n;
}
