import { describe, expect, onTestFinished, test } from 'vitest';
import * as calls from '../../contract/calls/desk/lead-calls.ts';
import type { CallOutput } from '../../contract/calls/desk/call.ts';
import { addLeads, type TestLead, testIndexer } from '../work/index/index.testing.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, type SignedIn, testDesk } from '../testing/desk.testing.ts';

async function setUp() {
  const store = await freshStore();
  const set = await testDesk(store);
  const indexer = testIndexer(store);
  const add = async (...leads: TestLead[]) => {
    const ids = await addLeads(store, leads);
    await indexer.takeIn();
    return ids;
  };
  const actions = () => store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute();
  return { ...set, store, add, actions };
}

const zoe: TestLead = {
  answers: { name: 'Zoë', surname: 'Quill', email: 'zoe@quill.example', phone: '+44 20 7946 0958' },
  campaign: 'autumn',
};

describe('the desk’s leads', () => {
  testOnStores('are found, counted, paged and opened, and the record says by whom, not what was typed', async () => {
    const { signedIn, add, actions } = await setUp();
    // Messages and applications have their own lists: filtering leads by their callers would find nothing.
    await add({ kind: 'application', form: 'career', caller: 'career' }, { kind: 'message', form: 'contacts', caller: 'contacts' });
    const [id] = (await add(zoe, {}, {}, { spam: true, campaign: 'pills' })) as [string];
    const sales = await signedIn('sales');
    const found = await answer(sales, calls.leadWork.list, { search: 'zoe 7946 0958', country: 'GB' });
    expect(found).toMatchObject({ leads: [{ id, name: 'Zoë Quill', campaign: 'autumn', version: 0 }], next: null });
    const first = await answer(sales, calls.leadWork.list, { limit: 2 });
    const second = await answer(sales, calls.leadWork.list, { limit: 2, cursor: first.next! });
    expect([first.leads.length, second.leads.length, second.next]).toEqual([2, 1, null]);
    expect(await answer(sales, calls.countLeadsCall, {})).toEqual({ count: 3, more: false });
    expect(await answer(sales, calls.countLeadsCall, { view: 'spam' })).toEqual({ count: 1, more: false });
    const choices = await answer(sales, calls.leadChoices, {});
    expect(choices).toEqual({ campaigns: ['autumn'], countries: ['GB'], forms: ['generic'], callers: ['home_cu'] });
    expect(await answer(sales, calls.leadWork.read, { id })).toMatchObject({ id, timeline: [{ kind: 'received', actor: null }] });
    const recorded = await actions();
    expect(recorded.at(-1)).toMatchObject({ action: 'lead opened', account_id: sales.accountId, subject_id: id });
    expect(recorded.map(({ action }) => action).filter((action) => action === 'leads listed')).toHaveLength(3);
    // Only actions and details: ids are random, and may contain any digits.
    expect(recorded.map(({ action, detail }) => action + detail).join()).not.toMatch(/zoe|7946/i);
  });

  testOnStores('are worked on by two at once: the second sees what the first did, and both notes stay', async () => {
    const { signedIn, add } = await setUp();
    const [id] = (await add(zoe)) as [string];
    const [ada, bob] = [await signedIn('sales'), await signedIn('sales')];
    const assigned = await Promise.all(
      [ada, bob].map((who) => answer(who, calls.leadWork.assign, { id, version: 0, owner: who.accountId })),
    );
    expect(assigned.map(({ outcome }) => outcome).toSorted()).toEqual(['changed since', 'done']);
    expect(assigned[0]!.work).toEqual(assigned[1]!.work);
    expect(await answer(bob, calls.changeLeadStateCall, { id, version: 1, state: 'lost', reason: 'No budget' })).toMatchObject({
      outcome: 'done',
      work: { state: 'lost', lostReason: 'No budget', version: 2 },
    });
    const note = (who: SignedIn, text: string) => answer(who, calls.leadWork.note, { id, text, mentions: [bob.accountId, 'nobody'] });
    await Promise.all([note(ada, '@Bob, please call'), note(bob, 'Called')]);
    const { timeline } = await answer(ada, calls.leadWork.read, { id });
    const notes = timeline.filter(({ kind }) => kind === 'note');
    expect(notes.map(({ text, mentions }) => [text, ...mentions])).toEqual(
      expect.arrayContaining([
        ['@Bob, please call', bob.accountId],
        ['Called', bob.accountId],
      ]),
    );
    expect((await ada.call(calls.changeLeadStateCall, { id, version: 2, state: 'lost' })).json()).toMatchObject({
      status: 422,
      errors: { reason: 'Say why it was lost' },
    });
    expect((await ada.call(calls.leadWork.assign, { id, version: 2, owner: 'nobody' })).statusCode).toBe(422);
  });

  test('are leads alone: applications and messages are neither listed, opened, changed nor told as others', async () => {
    const { signedIn, add } = await setUp();
    const [application, message, lead] = (await add(
      { kind: 'application', form: 'career' },
      { kind: 'message', form: 'contacts' },
      {},
    )) as [string, string, string];
    const sales = await signedIn('sales');
    expect((await answer(sales, calls.leadWork.list, {})).leads.map(({ id }) => id)).toEqual([lead]);
    for (const id of [application, message, 'nobody']) {
      const refused = [
        await sales.call(calls.leadWork.read, { id }),
        await sales.call(calls.leadWork.assign, { id, version: 0, owner: null }),
        await sales.call(calls.changeLeadStateCall, { id, version: 0, state: 'won' }),
        await sales.call(calls.leadWork.note, { id, text: 'x' }),
        await sales.call(calls.leadWork.answer, { id, version: 0, way: 'own', subject: 'x', text: 'x' }),
        await sales.call(calls.leadWork.release, { id }),
        await sales.call(calls.sendLeadLink, { id }),
      ];
      expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    }
    expect((await answer(sales, calls.leadWork.read, { id: lead })).others.map(({ id }) => id)).toEqual([message]);
  });

  testOnStores('are released, mailed a fresh link, and given out as CSV', async () => {
    const { signedIn, add, store, actions } = await setUp();
    const [id, spam] = (await add({ ...zoe, caller: 'home_bad' }, { spam: true })) as [string, string];
    const sales = await signedIn('sales');
    expect(await answer(sales, calls.leadWork.release, { id: spam })).toEqual({ released: true });
    expect(await answer(sales, calls.leadWork.release, { id: spam })).toEqual({ released: false });
    expect(await answer(sales, calls.sendLeadLink, { id })).toEqual({ outcome: 'asked' });
    const jobs = await store.db.selectFrom('jobs').select('name').execute();
    expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(['leads.fresh-link', 'leads.verification-mail']));
    await answer(sales, calls.leadWork.assign, { id, version: 0, owner: sales.accountId });
    const file = await sales.call(calls.exportLeadsCall, { campaign: 'autumn' });
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/\.csv/),
    });
    expect(file.body.trim().split('\r\n')).toHaveLength(2);
    expect([file.body, file.body.includes(sales.accountId)]).toEqual([expect.stringContaining(',Person 1,'), false]);
    expect((await actions()).at(-1)).toMatchObject({ action: 'leads exported', detail: '{"leads":1,"filters":"campaign"}' });
  });

  test('are told as they come', async () => {
    const { desk, signedIn, add, origin } = await setUp();
    await add({});
    const { cookie } = await signedIn('sales');
    const { host } = new URL(origin);
    const stream = (await desk.inject({ url: calls.leadWork.changes.path, headers: { cookie, host }, payloadAsStream: true })).stream();
    onTestFinished(() => void stream.destroy());
    const told: CallOutput<typeof calls.leadWork.changes>[] = [];
    let id: string | undefined;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      for (const [, data] of piece.toString().matchAll(/^data: (.*)$/gm)) told.push(JSON.parse(data!) as (typeof told)[number]);
      if (told.length === 1 && id === undefined) [id] = await add(zoe);
      if (told.length > 1) break;
    }
    expect(told).toEqual([
      { seq: expect.any(Number), ids: [], all: false, gone: false },
      { seq: expect.any(Number), ids: [id], all: false, gone: false },
    ]);
    expect(told[1]!.seq).toBeGreaterThan(told[0]!.seq);
  });
});
