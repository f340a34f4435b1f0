import { describe, expect, test } from 'vitest';
import { leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import { messageWork } from '../../../contract/calls/desk/message-calls.ts';
import { countNotices, listNotices, readNotices } from '../../../contract/calls/desk/notice-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { addLeads } from '../../work/index/index.testing.ts';
import { freshStore, temporaryFolder, testOnStores } from '../../store/store.testing.ts';
import { testDesk, type SignedIn } from '../../testing/desk.testing.ts';
import { mailWorker } from '../../testing/mail-worker.testing.ts';

async function setUp() {
  const store = await freshStore();
  const set = await testDesk(store, { DATA_DIR: temporaryFolder() });
  const worker = mailWorker(set, { limit: { perHour: 3, perDay: 9 } });
  const pass = async (minutes: number) => {
    await worker.pass(minutes * 60_000);
    return (await worker.mails()).filter(({ subject }) => /desk|named|gave/.test(subject ?? ''));
  };
  return { ...set, store, pass };
}

async function unread(who: SignedIn): Promise<number> {
  return (await who.call(countNotices, {})).json<{ unread: number }>().unread;
}

async function list(who: SignedIn) {
  return (await who.call(listNotices, {})).json<CallOutput<typeof listNotices>>().notices;
}

describe('notices to staff', () => {
  testOnStores('tell whom a note names and whom a lead is given to, until they are read, and nobody of what they did', async () => {
    const { signedIn, store, clock } = await setUp();
    const [lead, message] = (await addLeads(store, [{}, { kind: 'message', form: 'contacts' }])) as [string, string];
    const [ada, bob] = [await signedIn('sales'), await signedIn('sales')];
    await ada.call(leadWork.note, { id: lead, text: 'Please call, @Bob', mentions: [bob.accountId, ada.accountId, 'nobody'] });
    clock.now += 1;
    await ada.call(leadWork.assign, { id: lead, version: 0, owner: bob.accountId });
    clock.now += 1;
    await ada.call(messageWork.assign, { id: message, version: 0, owner: bob.accountId });
    await bob.call(messageWork.assign, { id: message, version: 1, owner: bob.accountId });
    expect([await unread(ada), await unread(bob)]).toEqual([0, 3]);
    expect(await list(bob)).toMatchObject([
      { kind: 'assigned', actor: ada.accountId, about: { id: message, section: 'message', request: 'Message' }, text: null },
      { kind: 'assigned', about: { id: lead, section: 'lead', name: 'Ada Lovelace', request: 'Contact us' } },
      { kind: 'named', about: { id: lead }, text: 'Please call, @Bob', readAt: null },
    ]);
    await ada.call(readNotices, {});
    await bob.call(readNotices, { about: lead });
    expect([await unread(bob), (await list(bob)).map(({ readAt }) => readAt !== null)]).toEqual([1, [false, true, true]]);
    await bob.call(readNotices, {});
    expect(await unread(bob)).toBe(0);
    await store.db.deleteFrom('leads').where('id', '=', lead).execute();
    expect((await list(bob)).map(({ about }) => about.id)).toEqual([message]);
  });

  testOnStores('come as one mail for all of some minutes, without anything of the visitor, and not where they were read', async () => {
    const { signedIn, store, pass } = await setUp();
    const ids = await addLeads(store, [{}, {}, {}]);
    const [ada, bob, eve] = [await signedIn('sales'), await signedIn('sales'), await signedIn('sales')];
    for (const id of ids) await ada.call(leadWork.assign, { id, version: 0, owner: bob.accountId });
    await ada.call(leadWork.note, { id: ids[0]!, text: 'Lovelace rang', mentions: [bob.accountId, eve.accountId] });
    await eve.call(readNotices, {});
    expect(await pass(0)).toEqual([]);
    const [mail, ...others] = await pass(6);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: [{ address: 'person-2@staff.example' }], subject: '4 things for you at the desk' });
    expect(mail!.text).toContain('Person 1 named you in a note: Contact us');
    expect(mail!.text).toContain(`/leads/${ids[0]!}`);
    expect(JSON.stringify(mail)).not.toMatch(/lovelace|ada@example/i);
    expect(await pass(20)).toHaveLength(1);
    await ada.call(leadWork.note, { id: ids[1]!, text: 'Again', mentions: [bob.accountId] });
    const mails = await pass(6);
    expect(mails.map(({ subject = '' }) => subject).toSorted()).toEqual([
      '4 things for you at the desk',
      'Person 1 named you in a note: Contact us',
    ]);
  });
});

test('whoever may not see a lead is told of it without its name and without the note', async () => {
  const { signedIn, store } = await setUp();
  const [id] = (await addLeads(store, [{}])) as [string];
  const [ada, hr] = [await signedIn('sales'), await signedIn('hr')];
  await ada.call(leadWork.note, { id, text: 'Lovelace asked for a job', mentions: [hr.accountId] });
  expect(await list(hr)).toMatchObject([{ about: { name: '', request: 'Contact us' }, text: null }]);
});
