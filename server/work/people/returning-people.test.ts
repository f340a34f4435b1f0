import { describe, expect } from 'vitest';
import { leadWork, linkLeadsCall, relatedLeads, unlinkLeadsCall } from '../../../contract/calls/desk/lead-calls.ts';
import { listNotices } from '../../../contract/calls/desk/notice-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { RelatedFacts } from '../../../contract/desk/related-facts.ts';
import { subscribersOf } from '../../compose/subscriber-list.ts';
import { markVerified } from '../../leads/confirmation/confirm-link.ts';
import { createFollower } from '../../leads/history/history-subscribers.ts';
import { freshStore, silent, temporaryFolder, testOnStores } from '../../store/store.testing.ts';
import { testDesk, type SignedIn } from '../../testing/desk.testing.ts';
import { addLeads, noon, type TestLead } from '../index/index.testing.ts';
import { findLinked } from './same-person.ts';
import { readWork } from '../lead-work.ts';

const HOUR = 3_600_000;

async function setUp() {
  const store = await freshStore();
  const set = await testDesk(store, { DATA_DIR: temporaryFolder() });
  const { takeIn } = createFollower({ store, log: silent, subscribers: subscribersOf({ store, log: silent, zone: 'Europe/Rome' }) });
  await takeIn();
  const add = async (email: string, more: TestLead = {}): Promise<string> => {
    const [id] = (await addLeads(store, [{ ...more, answers: { email, ...more.answers } }])) as [string];
    await takeIn();
    return id;
  };
  const confirm = async (id: string, at: number) => {
    await store.begin((tx) => markVerified(tx, id, at));
    for (let times = 0; times < 3; times += 1) await takeIn();
  };
  const assign = (by: SignedIn, id: string, to: SignedIn) => by.call(leadWork.assign, { id, version: 0, owner: to.accountId });
  const kinds = async (id: string) => {
    const rows = await store.db.selectFrom('lead_events').select('kind').where('lead_id', '=', id).orderBy('at').orderBy('id').execute();
    return rows.map(({ kind }) => kind).toSorted();
  };
  return { ...set, store, add, confirm, assign, kinds };
}

async function told(who: SignedIn) {
  const { notices } = (await who.call(listNotices, {})).json<CallOutput<typeof listNotices>>();
  return notices.map(({ kind, about }) => `${kind} ${about.id}`).toSorted();
}

async function related(who: SignedIn, id: string): Promise<{ person: string[]; company: RelatedFacts['company'] }> {
  const { person, company } = (await who.call(relatedLeads, { id })).json<RelatedFacts>();
  return { person: person.map((one) => one.id), company };
}

describe('a person who writes again', () => {
  testOnStores('keeps the owner, who is told, once the address is confirmed and not before', async () => {
    const { store, signedIn, add, confirm, assign, kinds } = await setUp();
    const [ada, bob] = [await signedIn('sales'), await signedIn('sales')];
    const first = await add('grace@acme.example');
    await confirm(first, noon);
    await assign(ada, first, bob);
    const second = await add('Grace+again@acme.example', { at: noon + HOUR });
    expect([await readWork(store.db, second), await told(bob)]).toMatchObject([{ owner: null }, [`assigned ${first}`]]);
    expect(await kinds(first)).not.toContain('further request');
    await confirm(second, noon + 2 * HOUR);
    expect(await readWork(store.db, second)).toMatchObject({ owner: bob.accountId, state: 'new' });
    expect(await told(bob)).toEqual([`assigned ${first}`, `wrote again ${second}`]);
    expect([await kinds(first), await kinds(second)]).toEqual([
      ['assigned', 'further request', 'received', 'verified'],
      ['assigned', 'received', 'verified', 'wrote again'],
    ]);
  });

  testOnStores('has no owner from suspected spam, from somebody who left, nor from what was confirmed at once with it', async () => {
    const { store, signedIn, add, confirm, assign, kinds } = await setUp();
    const [ada, bob] = [await signedIn('sales'), await signedIn('sales')];
    const spam = await add('one@acme.example', { spam: true });
    await assign(ada, spam, bob);
    const one = await add('one@acme.example', { at: noon + HOUR });
    const left = await add('two@acme.example');
    await assign(ada, left, bob);
    const two = await add('two@acme.example', { at: noon + HOUR });
    await store.db.updateTable('staff_accounts').set({ state: 'revoked' }).where('id', '=', bob.accountId).execute();
    const together = [await add('three@acme.example'), await add('three@acme.example')];
    for (const id of [one, two, ...together]) await confirm(id, noon + 2 * HOUR);
    for (const id of [one, two, ...together]) expect((await readWork(store.db, id)).owner).toBeNull();
    expect(await kinds(together[0]!)).toEqual(['received', 'verified']);
  });
});

describe('the requests that belong to a lead', () => {
  testOnStores('are those of the same company, by the domain of its addresses, and of no mailbox provider', async () => {
    const { signedIn, add } = await setUp();
    const ada = await signedIn('sales');
    const own = await add('grace@acme.example');
    const colleague = await add('alan@acme.example', { at: noon + HOUR });
    for (const email of ['x@notacme.example', 'y@acme.example.org', 'grace+2@acme.example', 'z@other.example']) await add(email);
    await add('w@other.example', { answers: { company: '@acme.example' } });
    expect(await related(ada, own)).toMatchObject({
      person: [],
      company: { domain: 'acme.example', leads: [{ id: colleague }], more: false },
    });
    const [gmail] = [await add('a@gmail.com'), await add('b@gmail.com')];
    expect(await related(ada, gmail)).toEqual({ person: [], company: null });
    const hr = await signedIn('hr');
    expect((await hr.call(relatedLeads, { id: own })).statusCode).toBe(403);
  });

  testOnStores('are those of the same person under other addresses, until staff say that they are not', async () => {
    const { store, signedIn, add, confirm, assign, kinds } = await setUp();
    const [ada, bob] = [await signedIn('sales'), await signedIn('sales')];
    const work = await add('grace@acme.example');
    const home = await add('grace@gmail.com', { at: noon + 1 });
    const former = await add('grace@former.example', { at: noon + 2 });
    const message = await add('grace@gmail.com', { kind: 'message', form: 'contacts' });
    const link = async (id: string, other: string) => (await ada.call(linkLeadsCall, { id, other })).json<{ outcome: string }>().outcome;
    expect([await link(work, home), await link(work, home), await link(former, home)]).toEqual(['linked', 'linked already', 'linked']);
    expect((await ada.call(linkLeadsCall, { id: work, other: message })).statusCode).toBe(404);
    expect([(await related(ada, work)).person, (await related(ada, former)).person]).toEqual([
      [former, home],
      [home, work],
    ]);
    await assign(ada, work, bob);
    const again = await add('grace@gmail.com', { at: noon + HOUR });
    expect((await related(ada, work)).person).toContain(again);
    await confirm(again, noon + HOUR);
    expect((await readWork(store.db, again)).owner).toBe(bob.accountId);
    const unlink = async () => (await ada.call(unlinkLeadsCall, { id: work, other: home })).json<{ unlinked: boolean }>().unlinked;
    expect([await unlink(), await unlink()]).toEqual([true, false]);
    expect([(await related(ada, work)).person, (await related(ada, home)).person]).toEqual([[former], []]);
    expect(await kinds(home)).toEqual([
      'link to another address removed',
      'linked to another address',
      'linked to another address',
      'received',
    ]);
    expect(await kinds(work)).toContain('further request');
  });

  testOnStores('stay linked where one of them is erased, and a link goes with its last lead', async () => {
    const { store, signedIn, add } = await setUp();
    const ada = await signedIn('sales');
    const [one, more] = [await add('grace@acme.example'), await add('grace@acme.example', { at: noon + 1 })];
    const home = await add('grace@gmail.com');
    await ada.call(linkLeadsCall, { id: one, other: home });
    expect(await findLinked(store.db, 'grace@gmail.com')).toEqual([{ id: more, email: 'grace@acme.example' }]);
    await store.db.deleteFrom('leads').where('id', '=', one).execute();
    expect((await related(ada, home)).person).toEqual([more]);
    await store.db.deleteFrom('leads').execute();
    expect(await store.db.selectFrom('lead_persons').selectAll().execute()).toEqual([]);
  });
});
