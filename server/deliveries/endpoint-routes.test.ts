import { describe, expect, test } from 'vitest';
import * as calls from '../../contract/calls/desk/endpoint-calls.ts';
import type { CallOutput } from '../../contract/calls/desk/call.ts';
import { testOnStores } from '../store/store.testing.ts';
import { answer, type SignedIn, testDesk } from '../testing/desk.testing.ts';
import { setUpDeliveries } from './deliveries.testing.ts';
import { shownError } from './endpoint-facts.ts';
import { addEndpoint, switchEndpoint } from './endpoints.ts';

async function setUp() {
  const parts = await setUpDeliveries();
  const { clock: deskClock, signedIn } = await testDesk(parts.store);
  deskClock.now = parts.clock.now();
  const actions = () => parts.store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute();
  return { ...parts, signedIn, actions };
}

describe('endpoints at the desk', () => {
  test('have a state, what waits and how the last attempts ended; names and answers are for whoever may see the lead', async () => {
    const { endpoint, add, deliver, clock, receiver, signedIn, actions } = await setUp();
    const bad = await endpoint('/hidden-path?token=hidden-token', ['lead.created']);
    const good = await endpoint('/good', ['lead.verified']);
    receiver.state.behave = () => ({ status: 500, body: '<b>Ada</b> is blocked' });
    const [lead] = (await add({})) as [string];
    await deliver();
    const [admin, sales, hr] = [await signedIn('admin'), await signedIn('sales'), await signedIn('hr')];
    const { host } = new URL(receiver.url);
    const read = await admin.call(calls.readEndpoints, {});
    const { endpoints } = read.json<CallOutput<typeof calls.readEndpoints>>();
    const now = clock.now();
    expect(endpoints).toMatchObject([
      {
        id: bad.id,
        name: host,
        events: ['lead.created', 'consent.withdrawn', 'person.erased'],
        state: 'failing',
        failingSince: now,
        waiting: 1,
        oldestAt: now,
        lastSuccessAt: null,
        lastFailure: { at: now, status: 500, error: 'HTTP 500' },
      },
      { id: good.id, state: 'on', failingSince: null, waiting: 0, oldestAt: null, lastSuccessAt: null, lastFailure: null },
    ]);
    for (const secret of [bad.secrets[0]!.secret, 'whsec_', 'hidden', 'Ada']) expect(read.body).not.toContain(secret);

    const listed = async (who: SignedIn) => (await answer(who, calls.listDeliveriesCall, { id: bad.id })).deliveries;
    for (const who of [admin, hr]) {
      const deliveries = await listed(who);
      expect(deliveries).toMatchObject([
        {
          event: 'lead.created',
          eventId: receiver.asked[0]!.id,
          status: 'waiting',
          lead: null,
          attempts: [{ status: 500, answer: null }],
        },
      ]);
      expect(JSON.stringify(deliveries)).not.toContain('Ada');
    }
    expect(await listed(sales)).toMatchObject([
      {
        nextAt: now + 10_000,
        lead: { id: lead, section: 'lead', name: 'Ada Lovelace' },
        attempts: [{ at: now, error: 'HTTP 500', answer: '<b>Ada</b> is blocked' }],
      },
    ]);
    const recorded = await actions();
    expect(recorded).toHaveLength(3);
    expect(recorded[2]).toMatchObject({ action: 'deliveries to an endpoint listed', subject: 'endpoint', subject_id: bad.id });
    expect(JSON.parse(recorded[2]!.detail)).toEqual({ deliveries: 1, leads: 1 });
  });

  testOnStores(
    'rest when they fail with everything; switched on they are sent at once what waits, and again what is asked for',
    async () => {
      const { endpoint, add, deliver, clock, receiver, signedIn, actions } = await setUp();
      const { id } = await endpoint('/', ['lead.created']);
      receiver.state.behave = () => ({ status: 503 });
      await add({}, {}, {}, {}, {});
      await deliver();
      const [admin, sales] = [await signedIn('admin'), await signedIn('sales')];
      const state = async () => (await answer(sales, calls.readEndpoints, {})).endpoints[0]!;
      expect(await state()).toMatchObject({ state: 'resting', resumeAt: clock.now() + 5000, waiting: 5 });
      receiver.state.behave = () => ({ status: 204 });
      await deliver();
      expect(receiver.taken).toEqual([]);

      expect((await sales.call(calls.enableEndpointCall, { id })).statusCode).toBe(403);
      expect(await answer(admin, calls.enableEndpointCall, { id })).toEqual({ waiting: 5 });
      await deliver();
      expect(receiver.taken).toHaveLength(5);
      expect(await state()).toMatchObject({ state: 'on', waiting: 0, lastSuccessAt: clock.now(), lastFailure: { status: 503 } });

      const [one] = (await answer(admin, calls.listDeliveriesCall, { id })).deliveries;
      expect(one).toMatchObject({ status: 'delivered', nextAt: null, attempts: [{ status: 204, error: null }, { status: 503 }] });
      expect((await sales.call(calls.resendDelivery, { id: one!.id })).statusCode).toBe(403);
      for (const other of ['none', one!.eventId]) expect((await admin.call(calls.resendDelivery, { id: other })).statusCode).toBe(404);
      await answer(admin, calls.resendDelivery, { id: one!.id });
      await deliver();
      expect(receiver.taken).toHaveLength(6);
      expect(receiver.taken[5]!.id).toBe(one!.eventId);
      const body = receiver.taken.slice(0, 5).find((request) => request.id === one!.eventId)!.body;
      expect(receiver.taken[5]!.body).toBe(body);

      const since = (at: number, failedOnly: boolean) => answer(admin, calls.resendSince, { id, since: at, failedOnly });
      expect(await since(0, true)).toEqual({ count: 0 });
      expect(await since(clock.now() + 1, false)).toEqual({ count: 0 });
      expect(await since(clock.now(), false)).toEqual({ count: 5 });
      await deliver();
      expect(receiver.taken).toHaveLength(11);
      const done = (await actions()).map(({ action, detail }) => [action, JSON.parse(detail) as unknown]);
      expect(done).toContainEqual(['endpoint switched on', { before: 'on' }]);
      expect(done).toContainEqual(['delivery sent again', { endpoint: id }]);
      expect(done.at(-1)).toEqual(['deliveries sent again', { since: clock.now(), failedOnly: false, deliveries: 5 }]);
    },
  );

  testOnStores('are switched off, not on again where a setting lacks, and list what they were told page by page', async () => {
    const { store, endpoint, add, deliver, clock, receiver, signedIn } = await setUp();
    const { id } = await endpoint('/', ['lead.created']);
    await add(...Array.from({ length: 27 }, () => ({})));
    await deliver();
    const admin = await signedIn('admin');
    const first = await answer(admin, calls.listDeliveriesCall, { id });
    const second = await answer(admin, calls.listDeliveriesCall, { id, before: first.next! });
    const shown = [...first.deliveries, ...second.deliveries].map(({ eventId }) => eventId);
    expect([first.deliveries.length, second.deliveries.length, second.next]).toEqual([25, 2, null]);
    expect(new Set(shown)).toEqual(new Set(receiver.taken.map((request) => request.id)));
    expect((await answer(admin, calls.listDeliveriesCall, { id, status: 'failed' })).deliveries).toEqual([]);

    await answer(admin, calls.disableEndpoint, { id });
    await add({});
    await deliver();
    expect(receiver.asked).toHaveLength(27);
    const own = { id: 'hubspot', kind: 'hubspot', url: '', events: ['lead.verified'], now: clock.now() + 1 } as const;
    await addEndpoint(store.db, own);
    await switchEndpoint(store.db, own.id, { state: 'off', state_reason: 'HUBSPOT_SECRET is not set' });
    const { endpoints } = await answer(admin, calls.readEndpoints, {});
    expect(endpoints).toMatchObject([
      { state: 'off', reason: 'switched off at the desk', waiting: 0 },
      { name: 'HubSpot', state: 'off', reason: 'HUBSPOT_SECRET is not set' },
    ]);
    const refused = await admin.call(calls.enableEndpointCall, { id: own.id });
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('HUBSPOT_SECRET is not set')]);
    // Only the command line accepts the beginning of an id.
    const short = id.slice(0, 12);
    for (const call of [calls.enableEndpointCall, calls.disableEndpoint])
      expect((await admin.call(call, { id: short })).statusCode).toBe(404);
    expect((await admin.call(calls.resendSince, { id: short, since: 0, failedOnly: false })).statusCode).toBe(404);
    expect((await admin.call(calls.listDeliveriesCall, { id: short })).statusCode).toBe(404);
  });
});

test('what a CRM says of a person is no error that everybody reads', () => {
  const said = { status: 400, error: 'HTTP 400: VALIDATION_ERROR the phone of Ada is wrong' };
  expect(shownError('hubspot', said)).toBe('HTTP 400');
  expect(shownError('salesforce', said)).toBe('HTTP 400');
  expect(shownError('hubspot', { status: null, error: 'connect ECONNREFUSED' })).toBe('connect ECONNREFUSED');
  expect(shownError('webhook', { status: 302, error: 'HTTP 302: redirects are not followed' })).toContain('redirects');
});
