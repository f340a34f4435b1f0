import { createHash } from 'node:crypto';
import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { eventSchema, type EventType } from '../../contract/events.ts';
import { markVerified } from '../leads/confirmation/confirm-link.ts';
import { withdrawConsents } from '../leads/consents/consent-records.ts';
import { addEvent } from '../leads/lead-repository.ts';
import { releaseLead, assignLead, changeLeadState } from '../work/lead-work.ts';
import { testOnStores } from '../store/store.testing.ts';
import { LEASE } from '../queue/leases.ts';
import { WHOLE_TIMEOUT } from './post-request.ts';
import { setUpDeliveries, testDeliverer } from './deliveries.testing.ts';
import { claimDeliveries, createDeliveryLeases } from './delivery-queue.ts';
import { findDeliveryCauses } from './delivery-causes.ts';
import { findEndpoint, rotateSecret, switchEndpoint } from './endpoints.ts';
import { listAttempts, listDeliveries, resend } from './list-deliveries.ts';
import { isSigned, type Received } from './receiver.testing.ts';
import { tellErasure } from './delivery-subscribers.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const types = (requests: readonly Received[]) => requests.map(({ type }) => type);

describe('deliveries', () => {
  test('tell what happens to a request in its order, signed, as declared, and nothing that nobody asked for', async () => {
    const { store, clock, endpoint, add, deliver, of } = await setUpDeliveries();
    const all = await endpoint('/all');
    await endpoint('/some', ['lead.verified']);
    const [id, message, application] = (await add({}, { kind: 'message', form: 'contacts' }, { kind: 'application', form: 'career' })) as [
      string,
      string,
      string,
    ];
    const at = clock.now();
    await store.begin((tx) => markVerified(tx, id, at));
    await store.begin((tx) => changeLeadState(tx, store.dialect, { id, version: 0, actor: 'ada', at, state: 'lost', reason: 'No budget' }));
    await store.begin((tx) => assignLead(tx, store.dialect, { id, version: 1, actor: 'ada', at, owner: 'bob' }));
    await addEvent(store.db, id, { at, kind: 'paper sent', detail: { paper: 'p1' } });
    await addEvent(store.db, id, { at, kind: 'note', detail: { text: 'Nobody else’s concern', mentions: [] } });
    await store.begin((tx) => withdrawConsents(tx, 'ada@example.com', { purposes: ['marketing'], page: 'x', at }));
    await deliver();
    const own = of('/all').filter(({ leadId }) => leadId === id);
    expect(types(own)).toEqual([
      'lead.created',
      'lead.verified',
      'consent.given',
      'lead.changed',
      'lead.changed',
      'paper.sent',
      'consent.withdrawn',
    ]);
    expect(types(of('/all').filter(({ leadId }) => leadId === message))).toContain('message.created');
    expect(types(of('/all').filter(({ leadId }) => leadId === application))).toContain('application.created');
    expect(types(of('/some')).filter((type) => type !== 'consent.withdrawn')).toEqual(['lead.verified']);
    for (const { type, body, headers } of of('/all')) {
      expect([type, safeParse(eventSchema(type as EventType), JSON.parse(body)).success]).toEqual([type, true]);
      expect(isSigned({ headers, body }, all.secrets[0]!.secret)).toBe(true);
      expect(body).not.toContain('Nobody else');
    }
    expect(new Set(of('/all').map((request) => request.id)).size).toBe(of('/all').length);
    expect(own[0]!.id).toMatch(/^msg_[A-Za-z0-9]{27}$/);
    // Events that are taken in a second time are not sent again.
    await store.db.updateTable('lead_events').set({ pending: 1, seq: null }).execute();
    const before = of('/all').length;
    await deliver();
    expect(of('/all')).toHaveLength(before);
  });

  test('begin with the request, also where the server that verified it has a clock that is late', async () => {
    const { store, clock, endpoint, add, deliver, receiver } = await setUpDeliveries();
    await endpoint();
    const [id] = (await add({})) as [string];
    await store.begin((tx) => markVerified(tx, id, clock.now() - minute));
    await deliver();
    expect(types(receiver.taken)).toEqual(['lead.created', 'lead.verified', 'consent.given']);
  });

  test('of suspected spam nothing is told until it is released, of samples nothing at all', async () => {
    const { store, clock, endpoint, add, deliver, receiver } = await setUpDeliveries();
    await endpoint();
    const [spam, sample] = (await add({ spam: true }, {})) as [string, string];
    await store.db.updateTable('leads').set({ sample: 1 }).where('id', '=', sample).execute();
    await store.begin((tx) =>
      changeLeadState(tx, store.dialect, { id: spam, version: 0, actor: 'ada', at: clock.now(), state: 'contacted' }),
    );
    await deliver();
    expect(receiver.asked).toEqual([]);
    const parts = { leadJobs: [], settings: {} as never };
    await store.begin((tx) => releaseLead(tx, parts, { id: spam, actor: 'ada', at: clock.now() }));
    await deliver();
    expect(receiver.taken.map(({ type, leadId }) => [type, leadId])).toEqual([['lead.created', spam]]);
    expect(receiver.taken[0]!.body).toContain('"state":"contacted"');
  });

  test('of suspected spam begin with its release, also where somebody worked on it a moment before', async () => {
    const { store, clock, endpoint, add, deliver, receiver } = await setUpDeliveries();
    await endpoint();
    const [id] = (await add({ spam: true })) as [string];
    const at = clock.now() + minute;
    await store.begin((tx) => changeLeadState(tx, store.dialect, { id, version: 0, actor: 'ada', at, state: 'contacted' }));
    await store.begin((tx) => releaseLead(tx, { leadJobs: [], settings: {} as never }, { id, actor: 'ada', at: at + 1 }));
    await deliver();
    expect(receiver.taken.map(({ type }) => type)).toEqual(['lead.created', 'lead.changed']);
  });

  testOnStores(
    'one endpoint that fails holds up no other; it is tried again within half a minute, and a day later has everything in order',
    async () => {
      const { store, clock, endpoint, add, deliver, of, receiver } = await setUpDeliveries();
      const bad = await endpoint('/bad');
      await endpoint('/good');
      const up = receiver.state.behave;
      receiver.state.behave = ({ path }) =>
        path === '/bad' ? { status: 500, body: 'Out of order: ask ada@example.com' } : { status: 200 };
      const ids: string[] = [];
      for (let n = 0; n < 4; n += 1) ids.push(...(await add({}, {}, {})));
      await deliver();
      expect(of('/good')).toHaveLength(12);
      const asked = () => receiver.asked.filter(({ path }) => path === '/bad');
      const first = asked().length;
      clock.pass(30_000);
      await deliver();
      expect(asked().length).toBeGreaterThan(first);
      for (let passed = 0; passed < day; passed += hour) {
        clock.pass(hour);
        if (passed === hour) for (const id of ids) await store.begin((tx) => markVerified(tx, id, clock.now()));
        await deliver();
      }
      // A day of outage: a probe now and then, instead of every delivery again and again.
      expect(asked().length).toBeLessThan(100);
      const causes = await findDeliveryCauses(store.db, clock.now());
      expect(causes).toMatchObject([{ kind: 'endpoint failing', reason: 'HTTP 500', count: 36 }]);
      const [one] = (await listDeliveries(store.db, { endpointId: bad.id, limit: 1000 })).filter(({ attempts }) => attempts > 0);
      expect((await listAttempts(store.db, one!.id))[0]).toMatchObject({
        status: 500,
        error: 'HTTP 500',
        answer: 'Out of order: ask [address]',
      });
      receiver.state.behave = up;
      clock.pass(6 * minute);
      await deliver();
      for (const id of ids)
        expect(types(of('/bad').filter(({ leadId }) => leadId === id))).toEqual(['lead.created', 'lead.verified', 'consent.given']);
      expect(new Map(asked().map(({ id, body }) => [id, body])).size).toBe(36);
      expect(await findDeliveryCauses(store.db, clock.now())).toEqual([]);
    },
  );

  test('an event that nobody takes is given up after three days, and then what comes after it is told', async () => {
    const { store, clock, endpoint, add, deliver, receiver } = await setUpDeliveries();
    await endpoint();
    const [poison] = (await add({})) as [string];
    receiver.state.behave = ({ type, leadId }) => ({ status: type === 'lead.created' && leadId === poison ? 422 : 200 });
    const began = clock.now();
    await deliver();
    await store.begin((tx) => markVerified(tx, poison, clock.now()));
    while (clock.now() - began < 5 * day) {
      const due = store.db.selectFrom('deliveries').select('run_at').where('status', '=', 'waiting').where('attempts', '>', 0);
      const [next] = await due.orderBy('run_at').execute();
      if (next === undefined) break;
      clock.pass(next.run_at - clock.now());
      await add({});
      await deliver();
    }
    expect(clock.now() - began).toBeGreaterThan(3 * day);
    expect(clock.now() - began).toBeLessThan(4 * day);
    expect(types(receiver.taken.filter(({ leadId }) => leadId === poison))).toEqual(['lead.verified', 'consent.given']);
    expect(await findDeliveryCauses(store.db, clock.now())).toMatchObject([{ kind: 'deliveries failed', reason: 'HTTP 422', count: 1 }]);
    receiver.state.behave = () => ({ status: 200 });
    const [failed] = await listDeliveries(store.db, { status: 'failed' });
    expect(await resend(store.db, { id: failed!.event_id }, clock.now())).toBe(1);
    await deliver();
    expect(receiver.taken.at(-1)).toMatchObject({ id: failed!.event_id, type: 'lead.created', leadId: poison });
  });

  testOnStores('410 switches an endpoint off, somebody is told, and what waits is sent once it is on again', async () => {
    const { store, clock, endpoint, add, deliver, of, receiver } = await setUpDeliveries();
    const { id } = await endpoint('/gone');
    receiver.state.behave = () => ({ status: 410 });
    await add({});
    await deliver();
    expect(await findEndpoint(store.db, id)).toMatchObject({ state: 'off', state_reason: 'it answered 410 Gone' });
    expect(await findDeliveryCauses(store.db, clock.now())).toMatchObject([{ kind: 'endpoint off', count: 1 }]);
    await add({});
    clock.pass(day);
    await deliver();
    expect(receiver.asked).toHaveLength(1);
    receiver.state.behave = () => ({ status: 200 });
    await switchEndpoint(store.db, id, { state: 'on', state_reason: null });
    await deliver();
    // Events that happened while it was off are not sent later.
    expect(of('/gone')).toHaveLength(1);
    expect(await findDeliveryCauses(store.db, clock.now())).toEqual([]);
  });

  test('what is sent again has the same id and the same body; while a secret is replaced, both sign', async () => {
    const { store, clock, endpoint, add, deliver, receiver } = await setUpDeliveries();
    const before = await endpoint();
    await add({}, {});
    await deliver();
    clock.pass(hour);
    const fresh = await rotateSecret(store.db, before, { now: clock.now(), until: clock.now() + hour });
    expect(await resend(store.db, { since: clock.now() - 2 * hour }, clock.now())).toBe(2);
    await deliver();
    const [first, second] = [receiver.taken.slice(0, 2), receiver.taken.slice(2)];
    const key = ({ id, body }: Received) => `${id} ${body}`;
    expect(second.map(key).toSorted()).toEqual(first.map(key).toSorted());
    const old = before.secrets[0]!.secret;
    expect([isSigned(first[0]!, old), isSigned(first[0]!, fresh)]).toEqual([true, false]);
    expect([isSigned(second[0]!, old), isSigned(second[0]!, fresh)]).toEqual([true, true]);
    clock.pass(2 * hour);
    await resend(store.db, { since: 0 }, clock.now());
    await deliver();
    expect([isSigned(receiver.taken.at(-1)!, old), isSigned(receiver.taken.at(-1)!, fresh)]).toEqual([false, true]);
  });

  testOnStores(
    'an erasure takes what waits and tells everybody what to forget, and keeps that no longer than until they took it',
    async () => {
      const { store, clock, endpoint, add, deliver, of, receiver } = await setUpDeliveries();
      await endpoint('/a', ['message.created']);
      await endpoint('/b', ['lead.created']);
      const [id, other] = (await add({}, { answers: { email: 'eve@example.com' } })) as [string, string];
      receiver.state.behave = () => ({ status: 503, body: 'ada@example.com' });
      await deliver();
      receiver.state.behave = ({ path }) => ({ status: path === '/a' ? 200 : 500 });
      const leads = await store.db.selectFrom('leads').selectAll().where('id', '=', id).execute();
      await store.begin(async (tx) => {
        await tellErasure(tx, store.dialect, { leads, at: clock.now() });
        await tx.deleteFrom('leads').where('id', '=', id).execute();
      });
      await deliver();
      expect(receiver.taken.filter(({ type }) => type === 'person.erased')).toEqual([]);
      clock.pass(WHOLE_TIMEOUT);
      await deliver();
      const [told] = of('/a');
      expect(JSON.parse(told!.body)).toMatchObject({
        type: 'person.erased',
        data: { leadIds: [id], emailSha256: [createHash('sha256').update('ada@example.com').digest('hex')] },
      });
      const payloads = async () =>
        (await store.db.selectFrom('delivery_events').select('payload').where('type', '=', 'person.erased').execute()).map(
          (row) => row.payload,
        );
      expect(await payloads()).toEqual([told!.body]);
      receiver.state.behave = () => ({ status: 200 });
      clock.pass(minute);
      await deliver();
      expect(types(of('/b')).toSorted()).toEqual(['lead.created', 'person.erased']);
      expect(await payloads()).toEqual([null]);
      expect(await resend(store.db, { id: told!.id }, clock.now())).toBe(0);
      const kept = JSON.stringify([
        await store.db.selectFrom('delivery_events').selectAll().execute(),
        await store.db.selectFrom('deliveries').selectAll().execute(),
        await store.db.selectFrom('delivery_attempts').selectAll().execute(),
      ]);
      expect([kept.includes(id), kept.includes('ada@'), kept.includes(other)]).toEqual([false, false, true]);
    },
  );

  testOnStores('several servers at once tell each event once and in order, and what one had when it died another tells', async () => {
    const { store, clock, endpoint, add, takeIn, receiver } = await setUpDeliveries();
    const { id } = await endpoint();
    const ids = await add(...Array.from({ length: 30 }, () => ({})));
    for (const lead of ids) await store.begin((tx) => markVerified(tx, lead, clock.now()));
    await takeIn();
    const target = (await findEndpoint(store.db, id))!;
    const lost = await claimDeliveries(store, createDeliveryLeases(store, { worker: 'dead', now: clock.now }), {
      endpoint: target,
      count: 5,
      now: clock.now(),
    });
    expect(lost).toHaveLength(5);
    const servers = [testDeliverer(store), testDeliverer(store), testDeliverer(store)];
    await Promise.all(servers.map((server) => server.deliverDue()));
    // The dead server's deliveries stay leased: no later event of the same lead is sent before them.
    const held = new Set(lost.map(({ subject }) => subject));
    expect(receiver.taken.filter(({ leadId }) => held.has(leadId!))).toEqual([]);
    expect(receiver.taken).toHaveLength(75);
    clock.pass(LEASE + 1);
    await Promise.all(servers.map((server) => server.deliverDue()));
    expect(new Set(receiver.taken.map((request) => request.id)).size).toBe(90);
    expect(receiver.taken).toHaveLength(90);
    for (const lead of ids)
      expect(types(receiver.taken.filter(({ leadId }) => leadId === lead))).toEqual(['lead.created', 'lead.verified', 'consent.given']);
  });
});

test('without endpoints nothing is written but what the index needs', async () => {
  const { store, add, takeIn } = await setUpDeliveries();
  await add({}, {});
  await takeIn();
  expect(await store.db.selectFrom('delivery_events').select('id').execute()).toEqual([]);
  expect(await store.db.selectFrom('lead_index').select('lead_id').execute()).toHaveLength(2);
});
