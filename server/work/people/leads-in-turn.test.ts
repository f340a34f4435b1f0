import { describe, expect, test } from 'vitest';
import { changePerson } from '../../../contract/calls/desk/account-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import { listNotices } from '../../../contract/calls/desk/notice-calls.ts';
import { readTodayCall, setAwayCall } from '../../../contract/calls/desk/today-calls.ts';
import { subscribersOf } from '../../compose/subscriber-list.ts';
import { markVerified } from '../../leads/confirmation/confirm-link.ts';
import { createFollower } from '../../leads/history/history-subscribers.ts';
import { nextInTurn } from '../../staff/lead-turns.ts';
import { describeOnStoresInTurn, freshStore, placeFor, silent, temporaryFolder, testOnStores } from '../../store/store.testing.ts';
import { answer, testDesk } from '../../testing/desk.testing.ts';
import { addLeads, noon, type TestLead } from '../index/index.testing.ts';
import { readWork } from '../lead-work.ts';

async function setUp(turns: 'on' | 'off' = 'on') {
  const store = await freshStore();
  const desk = await testDesk(store, { DATA_DIR: temporaryFolder(), LEADS_IN_TURN: turns });
  const inTurn = () => desk.context.settings.LEADS_IN_TURN === 'on';
  const { takeIn } = createFollower({
    store,
    log: silent,
    subscribers: subscribersOf({ store, log: silent, zone: 'Europe/Rome', inTurn }),
  });
  await takeIn();
  const [ada, bob, hr] = [await desk.signedIn('sales'), await desk.signedIn('sales'), await desk.signedIn('hr')];
  let at = noon;
  const owner = async (id: string) => (await readWork(store.db, id)).owner;
  return {
    ...desk,
    store,
    owner,
    takeIn,
    ada,
    bob,
    hr,
    /** Adds a lead and confirms it. @returns its id, and the account that it was assigned to; null: none */
    confirmed: async (email: string, more: TestLead = {}) => {
      const [id] = (await addLeads(store, [{ at, ...more, answers: { email } }])) as [string];
      await takeIn();
      expect(await owner(id)).toBeNull();
      at += 60_000;
      await store.begin((tx) => markVerified(tx, id, at));
      for (let times = 0; times < 3; times += 1) await takeIn();
      return { id, owner: await owner(id) };
    },
  };
}

describe('new leads in turn', () => {
  testOnStores('go to those who work leads and are in, one after the other, who are told', async () => {
    const { confirmed, ada, bob, store } = await setUp();
    const got = [];
    for (const n of [1, 2, 3, 4]) got.push(await confirmed(`one@visitor${n}.example`));
    expect(got.map(({ owner }) => owner)).toEqual([ada.accountId, bob.accountId, ada.accountId, bob.accountId]);
    const { notices } = (await ada.call(listNotices, {})).json<CallOutput<typeof listNotices>>();
    expect(notices.map(({ kind, actor, about }) => [kind, actor, about.id])).toEqual([
      ['assigned', null, got[2]!.id],
      ['assigned', null, got[0]!.id],
    ]);
    const entries = await store.db.selectFrom('lead_events').select('detail').where('kind', '=', 'assigned').execute();
    expect(entries).toHaveLength(4);
  });

  testOnStores('pass over whoever is away, by their own word or an administrator’s, and go to nobody where nobody is in', async () => {
    const { confirmed, ada, bob, hr, signedIn } = await setUp();
    const admin = await signedIn('admin');
    expect([(await answer(ada, readTodayCall, {})).turn, (await answer(hr, readTodayCall, {})).turn]).toEqual(['in', null]);
    await answer(ada, setAwayCall, { away: true });
    expect((await answer(ada, readTodayCall, {})).turn).toBe('away');
    expect((await hr.call(setAwayCall, { away: true })).statusCode).toBe(403);
    for (const n of [1, 2]) expect((await confirmed(`one@visitor${n}.example`)).owner).toBe(bob.accountId);
    await answer(admin, changePerson, { id: bob.accountId, away: true });
    expect((await confirmed('one@visitor3.example')).owner).toBeNull();
    await answer(ada, setAwayCall, { away: false });
    await answer(admin, changePerson, { id: bob.accountId, away: false });
    // An account that was away gets its next turn, and no turns for the leads that came meanwhile.
    const after = [];
    for (const n of [4, 5, 6]) after.push((await confirmed(`one@visitor${n}.example`)).owner);
    expect(after).toEqual([ada.accountId, bob.accountId, ada.accountId]);
  });

  testOnStores('are no spam, nothing that somebody took, and nothing of a person whose owner is known', async () => {
    const { confirmed, ada, bob, store, takeIn, owner } = await setUp();
    const first = await confirmed('grace@acme.example');
    expect(first.owner).toBe(ada.accountId);
    expect((await confirmed('grace+again@acme.example')).owner).toBe(ada.accountId);
    expect((await confirmed('spam@visitor.example', { spam: true })).owner).toBeNull();
    const [taken] = (await addLeads(store, [{ answers: { email: 'taken@visitor.example' } }])) as [string];
    await answer(ada, leadWork.assign, { id: taken, version: 0, owner: ada.accountId });
    await store.begin((tx) => markVerified(tx, taken, noon));
    for (let times = 0; times < 3; times += 1) await takeIn();
    expect(await owner(taken)).toBe(ada.accountId);
    // None of these used up a turn.
    expect((await confirmed('next@visitor.example')).owner).toBe(bob.accountId);
  });

  testOnStores('include what was suspected spam once it is released, and not what had its turn before', async () => {
    const { confirmed, ada, bob, takeIn, owner } = await setUp();
    const released = async (id: string) => {
      await answer(bob, leadWork.release, { id });
      for (let times = 0; times < 3; times += 1) await takeIn();
      return owner(id);
    };
    const late = await confirmed('late@visitor.example', { spam: true });
    expect([late.owner, await released(late.id)]).toEqual([null, ada.accountId]);
    for (const one of [ada, bob]) await answer(one, setAwayCall, { away: true });
    const early = await confirmed('early@visitor.example');
    for (const one of [ada, bob]) await answer(one, setAwayCall, { away: false });
    await answer(bob, leadWork.markSpam, { id: early.id, by: 'this', hours: 1 });
    expect(await released(early.id)).toBeNull();
  });

  test('are nobody’s where the company does not want it', async () => {
    const { confirmed, ada } = await setUp('off');
    expect([(await confirmed('one@visitor.example')).owner, (await answer(ada, readTodayCall, {})).turn]).toEqual([null, null]);
  });
});

describeOnStoresInTurn('a turn', 1, (dialect) => {
  test('is given once, whatever servers ask at the same moment', async () => {
    const place = await placeFor({ filled: true });
    const stores = await Promise.all(Array.from({ length: dialect === 'sqlite' ? 1 : 3 }, () => freshStore(place)));
    const { signedIn } = await testDesk(stores[0]!);
    for (let n = 0; n < 3; n += 1) await signedIn('sales');
    const turns = await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const store = stores[n % stores.length]!;
        return store.begin((tx) => nextInTurn(tx, store.dialect, noon));
      }),
    );
    expect([...Map.groupBy(turns, (id) => id).values()].map((given) => given.length)).toEqual([4, 4, 4]);
  });
});
