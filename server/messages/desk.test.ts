import { describe, expect, test } from 'vitest';
import * as calls from '../../contract/calls/desk/message-calls.ts';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { addLeads, noon, type TestLead, testIndexer } from '../work/index/index.testing.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk } from '../testing/desk.testing.ts';

async function setUp() {
  const store = await freshStore();
  const set = await testDesk(store);
  const indexer = testIndexer(store, 'UTC');
  const add = async (...leads: TestLead[]) => {
    const ids = await addLeads(store, leads);
    await indexer.takeIn();
    return ids;
  };
  return { ...set, store, add };
}

function message(subject: string, more: TestLead = {}): TestLead {
  const answers = { name: 'Zoë Quill', email: 'zoe@quill.example', subject, message: `What of ${subject}?\nYours` };
  return { kind: 'message', form: 'contacts', caller: 'contacts', ...more, answers: { surname: '', ...answers, ...more.answers } };
}

describe('the desk’s messages', () => {
  testOnStores('are open until somebody answers or marks them, and say who did', async () => {
    const { signedIn, add } = await setUp();
    const [prices, engines, spam] = (await add(
      message('Prices', { at: noon }),
      message('Engines', { at: noon + 1 }),
      message('Pills', { spam: true }),
      {},
    )) as [string, string, string];
    const [ada, bob] = [await signedIn('sales'), await signedIn('sales')];
    const list = async (view?: (typeof calls.messageViews)[number], search?: string) =>
      (await answer(ada, calls.messageWork.list, { ...(view && { view }), ...(search && { search }) })).messages;
    expect(await list('open')).toMatchObject([
      { id: engines, subject: 'Engines', excerpt: 'What of Engines?\nYours', answeredBy: null },
      { id: prices },
    ]);
    expect((await list(undefined, 'quill pric')).map(({ id }) => id)).toEqual([prices]);
    const sent = { version: 0, way: 'own', subject: 'Re: Prices', text: 'Here they are.' } as const;
    expect(await answer(bob, calls.messageWork.answer, { id: prices, ...sent })).toMatchObject({ outcome: 'done', work: { version: 1 } });
    expect(await answer(ada, calls.closeMessageCall, { id: engines, version: 0, answered: true })).toMatchObject({ outcome: 'done' });
    expect(await answer(bob, calls.closeMessageCall, { id: engines, version: 0, answered: false })).toMatchObject({
      outcome: 'changed since',
    });
    expect(await list('open')).toEqual([]);
    expect((await list('answered')).map(({ id, answeredBy }) => [id, answeredBy])).toEqual([
      [engines, ada.accountId],
      [prices, bob.accountId],
    ]);
    await answer(ada, calls.closeMessageCall, { id: engines, version: 1, answered: false });
    expect(await list('open')).toMatchObject([{ id: engines, answeredBy: null, answeredAt: null }]);
    await answer(ada, calls.messageWork.assign, { id: engines, version: 2, owner: ada.accountId });
    expect([(await list('mine')).map(({ id }) => id), (await list('spam')).map(({ id }) => id)]).toEqual([[engines], [spam]]);
    expect(await answer(ada, calls.countMessagesCall, { view: 'open' })).toEqual({ count: 1, more: false });
    const page = await answer(ada, calls.messageWork.read, { id: prices });
    expect(page.timeline.at(-1)).toMatchObject({ kind: 'answered', actor: bob.accountId, text: 'Here they are.' });
    expect(page.others.map(({ id }) => id).toSorted()).toEqual([engines, spam].toSorted());
  });

  test('are messages alone: leads and applications are not there, and messages are no leads', async () => {
    const { signedIn, add } = await setUp();
    const [lead, application, one] = (await add({}, { kind: 'application', form: 'career' }, message('Prices'))) as [
      string,
      string,
      string,
    ];
    const sales = await signedIn('sales');
    const sent = { version: 0, way: 'own', subject: 'x', text: 'x' } as const;
    for (const id of [lead, application, 'nobody']) {
      const refused = [
        await sales.call(calls.messageWork.read, { id }),
        await sales.call(calls.messageWork.assign, { id, version: 0, owner: null }),
        await sales.call(calls.closeMessageCall, { id, version: 0, answered: true }),
        await sales.call(calls.messageWork.note, { id, text: 'x' }),
        await sales.call(calls.messageWork.answer, { id, ...sent }),
        await sales.call(calls.messageWork.release, { id }),
      ];
      expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
    }
    expect((await sales.call(leadWork.answer, { id: one, ...sent })).statusCode).toBe(404);
    expect((await answer(sales, leadWork.list, {})).leads.map(({ id }) => id)).toEqual([lead]);
  });
});
