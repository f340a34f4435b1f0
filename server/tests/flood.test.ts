import { describe, expect, test } from 'vitest';
import type { Call, CallInput, CallOutput } from '../../contract/calls/desk/call.ts';
import { changeStageCall, applicationWork } from '../../contract/calls/desk/application-calls.ts';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { messageWork, closeMessageCall } from '../../contract/calls/desk/message-calls.ts';
import { readOverviewCall } from '../../contract/calls/desk/overview-calls.ts';
import type { SpamKind } from '../../contract/calls/desk/work-calls.ts';
import { addBooking } from '../booking/bookings.ts';
import { planOf } from '../booking/bookings.testing.ts';
import { readFreeSlots, readOffer } from '../booking/offer.ts';
import { addLeads, testIndexer } from '../work/index/index.testing.ts';
import { setUpDesk } from '../recruiting/desk-applications.testing.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { validBodies } from '../testing/app.testing.ts';
import { answer, testDesk } from '../testing/desk.testing.ts';

const plan = planOf();

const floodCalls = ({ findAlike, markSpam, releaseFlood }: typeof leadWork | typeof messageWork) => [findAlike, markSpam, releaseFlood];

async function setUp() {
  const store = await freshStore();
  const { site, signedIn, clock } = await testDesk(store, { RATE_LIMIT: 'off' });
  const sales = await signedIn('sales');
  const send = async (email: string, remoteAddress: string): Promise<string> => {
    const payload = { ...validBodies.bookademo, email };
    const answer = await site.inject({ method: 'POST', url: '/cognitivepro/forms/home_bad', payload, remoteAddress });
    return answer.json<{ id: string }>().id;
  };
  const sendMessage = async (email: string, remoteAddress: string): Promise<string> => {
    const payload = { name: 'Ada', email, subject: 'Engines', message: 'x'.repeat(40) };
    return (await site.inject({ method: 'POST', url: '/www/contacts', payload, remoteAddress })).json<{ id: string }>().id;
  };
  const ask = <C extends Call>(call: C, input: CallInput<C>): Promise<CallOutput<C>> => answer(sales, call, input);
  const alike = (id: string, by: SpamKind, hours = 24) => ask(leadWork.findAlike, { id, by, hours });
  return {
    store,
    site,
    sales,
    signedIn,
    send,
    sendMessage,
    ask,
    alike,
    clock,
    leadOf: (id: string) => store.db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    reserveSlot: async (id: string) => {
      const lead = await store.db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const [slot] = await readFreeSlots(store.db, plan, clock.now);
      return addBooking({ store, plan, now: clock.now }, { lead, slot: slot!, zone: 'UTC' });
    },
    jobs: async () => store.db.selectFrom('jobs').select(['name', 'status', 'payload']).execute(),
    spam: async () =>
      (await store.db.selectFrom('leads').select('id').where('suspected_spam', '=', 1).execute()).map(({ id }) => id).toSorted(),
    actions: async (action: string) =>
      store.db.selectFrom('staff_actions').select(['subject_id', 'detail']).where('action', '=', action).execute(),
    historyOf: async (id: string) =>
      (await store.db.selectFrom('lead_events').select('kind').where('lead_id', '=', id).orderBy('id').execute()).map(({ kind }) => kind),
  };
}

describe('a flood of false leads', () => {
  testOnStores('is marked by one press: its meetings are cancelled, its mails withheld, and it is recorded once', async () => {
    const { send, ask, alike, reserveSlot, spam, jobs, actions, historyOf, store, leadOf, clock, sales } = await setUp();
    const forged = [];
    for (let n = 0; n < 230; n += 1) forged.push(await send(`a${n}@attacker.example`, `203.0.113.${n}`));
    const real = await send('grace@visitor.example', '198.51.100.7');
    const taken = await send('bob@attacker.example', '203.0.113.9');
    await ask(leadWork.assign, { id: taken, version: 0, owner: sales.accountId });
    for (const id of forged.slice(0, 4)) await reserveSlot(id);
    const [id] = forged as [string];
    expect(await alike(id, 'this')).toMatchObject({ count: 1, domain: 'attacker.example', network: true });
    const found = await alike(id, 'network');
    expect([found.count, found.meetings, found.mails, found.newest.length]).toEqual([230, 4, 230, 5]);
    expect((await alike(id, 'domain')).count).toBe(230);

    const counted = async () => {
      await testIndexer(store, 'UTC').takeIn();
      const { received, spam: asSpam } = (await ask(readOverviewCall, {})).funnel.now;
      return [received, asSpam];
    };
    expect(await counted()).toEqual([232, 0]);
    expect(await ask(leadWork.markSpam, { id, by: 'network', hours: 24 })).toEqual({ marked: 230, cancelled: 4 });
    expect(await spam()).toEqual(forged.toSorted());
    expect(await counted()).toEqual([2, 230]);
    expect((await store.db.selectFrom('bookings').select('state').execute()).map(({ state }) => state)).toEqual(
      Array.from({ length: 4 }, () => 'cancelled'),
    );
    const held = (await jobs()).filter(({ status }) => status === 'held');
    expect([held.length, held.some(({ payload }) => payload.includes(real) || payload.includes(taken))]).toEqual([230, false]);
    expect((await jobs()).filter(({ name }) => name === 'bookings.flood-mail')).toHaveLength(1);
    expect((await jobs()).filter(({ name }) => name === 'bookings.visitor-mail')).toHaveLength(4);
    expect(await actions('leads marked as spam')).toEqual([{ subject_id: id, detail: '{"by":"network","leads":230}' }]);
    expect(await historyOf(id)).toEqual(expect.arrayContaining(['marked as spam', 'meeting cancelled']));
    expect((await readOffer(store.db, { plan, now: clock.now, asker: { lead: await leadOf(id) } })).closed).toBe(true);

    expect(await ask(leadWork.releaseFlood, { id: forged[7]! })).toEqual({ released: 230 });
    expect(await spam()).toEqual([]);
    expect((await jobs()).filter(({ status }) => status === 'held')).toEqual([]);
    expect(await actions('leads released')).toHaveLength(1);
    expect(await ask(leadWork.releaseFlood, { id })).toEqual({ released: 0 });
  });

  testOnStores('is of a domain and a time, and one of it that is a person is released alone', async () => {
    const { send, ask, alike, spam, jobs, clock, store } = await setUp();
    const old = await send('old@attacker.example', '203.0.113.1');
    await store.db
      .updateTable('leads')
      .set({ created_at: clock.now - 30 * 3_600_000 })
      .execute();
    const [one, other, elsewhere] = [
      await send('a@attacker.example', '203.0.113.1'),
      await send('b@mail.attacker.example', '198.51.100.2'),
      await send('c@attacker.example.org', '203.0.113.1'),
    ];
    expect((await alike(one, 'domain')).newest.map(({ id }) => id).toSorted()).toEqual([one, other].toSorted());
    expect((await alike(one, 'domain', 48)).count).toBe(3);
    expect(await alike(await send('d@gmail.com', '203.0.113.1'), 'domain')).toMatchObject({ domain: null, count: 0 });
    expect(await ask(leadWork.markSpam, { id: one, by: 'domain', hours: 24 })).toEqual({ marked: 2, cancelled: 0 });
    expect(await ask(leadWork.release, { id: other })).toEqual({ released: true });
    expect(await spam()).toEqual([one]);
    const mails = (await jobs()).filter(({ name }) => name === 'leads.verification-mail');
    expect(mails.filter(({ status }) => status === 'held').map(({ payload }) => payload)).toEqual([JSON.stringify({ leadId: one })]);
    // No mail was enqueued twice.
    expect(mails).toHaveLength(5);
    expect(await spam()).not.toContain(old);
    expect(await spam()).not.toContain(elsewhere);
  });

  test('of messages is one of messages alone, and leaves the open ones until it is released', async () => {
    const { send, sendMessage, ask, spam, jobs, actions, sales, store } = await setUp();
    const indexer = testIndexer(store, 'UTC');
    const forged = [];
    for (let n = 0; n < 4; n += 1) forged.push(await sendMessage(`a${n}@attacker.example`, `203.0.113.${n}`));
    const [id, other] = forged as [string, string];
    const lead = await send('b@attacker.example', '203.0.113.9');
    const [taken, answered] = [
      await sendMessage('c@attacker.example', '203.0.113.5'),
      await sendMessage('d@attacker.example', '203.0.113.6'),
    ];
    await ask(messageWork.assign, { id: taken, version: 0, owner: sales.accountId });
    await ask(closeMessageCall, { id: answered, version: 0, answered: true });
    const open = async () => {
      await indexer.takeIn();
      return (await ask(messageWork.list, { view: 'open' })).messages.map((message) => message.id).toSorted();
    };
    expect(await open()).toEqual([...forged, taken].toSorted());
    expect(await ask(messageWork.findAlike, { id, by: 'network', hours: 24 })).toMatchObject({ count: 4, meetings: 0, mails: 4 });
    expect(await ask(messageWork.markSpam, { id, by: 'network', hours: 24, version: 0 })).toEqual({ marked: 4, cancelled: 0 });
    expect([await spam(), await open()]).toEqual([forged.toSorted(), [taken]]);
    expect((await jobs()).filter(({ status }) => status === 'held').map(({ name }) => name)).toEqual(forged.map(() => 'messages.notice'));
    expect(await actions('messages marked as spam')).toEqual([{ subject_id: id, detail: '{"by":"network","messages":4}' }]);
    expect((await ask(messageWork.read, { id: other })).markedWith).toBe(3);
    for (const call of floodCalls(leadWork)) expect((await sales.call(call, { id, by: 'this', hours: 1 })).statusCode).toBe(404);
    for (const call of floodCalls(messageWork)) expect((await sales.call(call, { id: lead, by: 'this', hours: 1 })).statusCode).toBe(404);

    expect(await ask(messageWork.releaseFlood, { id: other })).toEqual({ released: 4 });
    expect([await spam(), await open()]).toEqual([[], [...forged, taken].toSorted()]);
    expect((await jobs()).filter(({ status }) => status === 'held')).toEqual([]);
  });

  test('is not marked by who saw it before a colleague took it', async () => {
    const { send, ask, sales, spam, signedIn } = await setUp();
    const id = await send('a@attacker.example', '203.0.113.1');
    await answer(await signedIn('sales'), leadWork.assign, { id, version: 0, owner: sales.accountId });
    expect((await sales.call(leadWork.markSpam, { id, by: 'this', hours: 1, version: 0 })).statusCode).toBe(409);
    expect(await spam()).toEqual([]);
    expect(await ask(leadWork.markSpam, { id, by: 'this', hours: 1, version: 1 })).toMatchObject({ marked: 1 });
  });

  testOnStores('comes to an end, though one colleague marks it while another releases it', async () => {
    const { store, ask } = await setUp();
    const ids = await addLeads(
      store,
      Array.from({ length: 450 }, (_, n) => ({ answers: { email: `a${n}@attacker.example` } })),
    );
    const id = ids[7]!;
    const mark = () => ask(leadWork.markSpam, { id, by: 'domain', hours: 24 });
    expect(await mark()).toMatchObject({ marked: 450 });
    const presses = Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? ask(leadWork.releaseFlood, { id }) : mark()));
    await Promise.all(presses);
    expect((await store.db.selectFrom('lead_events').select('id').where('lead_id', '=', ids[9]!).execute()).length).toBeLessThan(9);
  });

  test('is recorded once however often its page looks at what is like it', async () => {
    const { send, alike, actions } = await setUp();
    const id = await send('a@attacker.example', '203.0.113.1');
    for (let times = 0; times < 3; times += 1) await alike(id, 'this');
    await alike(id, 'network');
    expect((await actions('leads listed')).map(({ detail }) => detail)).toEqual(['{"by":"this","leads":1}', '{"by":"network","leads":1}']);
  });

  testOnStores('of applications is marked by HR, and neither the applicants nor HR are mailed', async () => {
    const { apply, signedIn, pass, mailsTo } = await setUpDesk();
    const ids = [await apply({ email: 'a@attacker.example' }), await apply({ email: 'b@attacker.example' })];
    const decided = await apply({ email: 'c@attacker.example' });
    const [id] = ids as [string];
    const hr = await signedIn('hr');
    await answer(hr, changeStageCall, { id: decided, version: 0, stage: 'screening' });
    expect(await answer(hr, applicationWork.markSpam, { id, by: 'domain', hours: 24, version: 0 })).toMatchObject({ marked: 2 });
    for (let times = 0; times < 3; times += 1) await pass(5 * 60_000);
    expect([...(await mailsTo('a@attacker.example')), ...(await mailsTo('b@attacker.example'))]).toEqual([]);
    expect(await mailsTo('hr@staff.example.org')).toHaveLength(1);
    expect(await answer(hr, applicationWork.read, { id })).toMatchObject({ suspectedSpam: true, markedWith: 1 });
    expect((await (await signedIn('sales')).call(applicationWork.markSpam, { id, by: 'this', hours: 1 })).statusCode).toBe(403);
    expect(await answer(hr, applicationWork.releaseFlood, { id })).toEqual({ released: 2 });
    for (let times = 0; times < 3; times += 1) await pass(5 * 60_000);
    expect(await mailsTo('b@attacker.example')).toHaveLength(1);
  });

  test('is for sales to mark', async () => {
    const { send, signedIn, spam } = await setUp();
    const id = await send('a@attacker.example', '203.0.113.1');
    for (const role of ['hr', 'figures', 'admin'] as const)
      expect((await (await signedIn(role)).call(leadWork.markSpam, { id, by: 'this', hours: 1 })).statusCode).toBe(403);
    expect(await spam()).toEqual([]);
  });
});
