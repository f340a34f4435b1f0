import { describe, expect } from 'vitest';
import { chooseNoticeMails, countNotices, listNotices, readNotices } from '../../../contract/calls/desk/notice-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import { leadNews } from '../../../contract/desk/lead-news.ts';
import { createFollower } from '../../leads/history/history-subscribers.ts';
import { addEvent } from '../../leads/lead-repository.ts';
import { freshStore, silent, temporaryFolder, testOnStores } from '../../store/store.testing.ts';
import { testDesk, type SignedIn } from '../../testing/desk.testing.ts';
import { mailWorker } from '../../testing/mail-worker.testing.ts';
import { addLeads } from '../../work/index/index.testing.ts';
import { leadNewsSubscriber } from './tell-owners.ts';

async function setUp() {
  const store = await freshStore();
  const set = await testDesk(store, { DATA_DIR: temporaryFolder() });
  const worker = mailWorker(set);
  const follower = createFollower({ store, log: silent, subscribers: [leadNewsSubscriber] });
  await follower.takeIn();
  const owned = async (owner: SignedIn, by: SignedIn): Promise<string> => {
    const [id] = (await addLeads(store, [{}])) as [string];
    await by.call(leadWork.assign, { id, version: 0, owner: owner.accountId });
    await follower.takeIn();
    await owner.call(readNotices, {});
    return id;
  };
  return { ...set, store, worker, owned, ...follower };
}

async function unread(who: SignedIn) {
  const { notices } = (await who.call(listNotices, {})).json<CallOutput<typeof listNotices>>();
  return notices.filter(({ readAt }) => readAt === null).map(({ kind, actor, about }) => ({ kind, actor, id: about.id }));
}

describe('what happens to a lead', () => {
  testOnStores('is told to its owner once, without a word of the visitor in the mail', async () => {
    const { store, signedIn, owned, takeIn, clock, worker } = await setUp();
    const [ada, bob, eve] = [await signedIn('sales'), await signedIn('sales'), await signedIn('hr')];
    const id = await owned(bob, ada);
    await store.begin((tx) => addEvent(tx, id, { at: clock.now, kind: 'removal announced' }));
    for (let times = 0; times < 2; times += 1) await takeIn();
    expect(await unread(bob)).toEqual([{ kind: 'removal announced', actor: null, id }]);
    expect([await unread(ada), await unread(eve)]).toEqual([[], []]);
    await worker.pass(6 * 60_000);
    const mails = (await worker.mails()).filter(({ subject }) => subject?.includes('removed soon'));
    expect(mails.map(({ subject }) => subject)).toEqual(['Contact us: will be removed soon, unless something happens']);
    expect(JSON.stringify(mails)).not.toMatch(/lovelace|ada@example/i);
  });

  testOnStores('is told of each thing that it does, and of what a colleague does, but not of one’s own doing', async () => {
    const { store, signedIn, owned, takeIn, clock } = await setUp();
    const [ada, bob] = [await signedIn('sales'), await signedIn('sales')];
    const id = await owned(bob, ada);
    const kinds = leadNews.filter((kind) => kind !== 'removal announced');
    for (const kind of kinds) await store.begin((tx) => addEvent(tx, id, { at: clock.now, kind }));
    for (const actor of [ada.accountId, bob.accountId])
      await store.begin((tx) => addEvent(tx, id, { at: clock.now, kind: 'meeting cancelled', actor }));
    await takeIn();
    const told = await unread(bob);
    expect(told.filter(({ actor }) => actor === null).map(({ kind }) => kind)).toEqual(expect.arrayContaining([...kinds]));
    expect(told.filter(({ actor }) => actor !== null)).toEqual([{ kind: 'meeting cancelled', actor: ada.accountId, id }]);
    expect(told).toHaveLength(kinds.length + 1);
  });

  testOnStores('is mailed at once, once a day or not, as each colleague chooses, and by one job however often it is chosen', async () => {
    const { store, signedIn, owned, takeIn, clock, worker } = await setUp();
    clock.now = Date.UTC(2026, 10, 23, 9);
    const [ada, bob, eve] = [await signedIn('sales'), await signedIn('sales'), await signedIn('sales')];
    const ids = [await owned(bob, ada), await owned(eve, ada)];
    const told = async () => (await worker.mails()).flatMap(({ to = [] }) => to.map(({ address }) => address ?? '')).toSorted();
    for (const mails of ['never', 'at once', 'daily', 'daily'] as const) await bob.call(chooseNoticeMails, { mails });
    await eve.call(chooseNoticeMails, { mails: 'never' });
    for (const id of ids) await store.begin((tx) => addEvent(tx, id, { at: clock.now, kind: 'wrote again' }));
    await takeIn();
    await worker.pass(6 * 60_000);
    expect(await told()).toEqual([]);
    for (let day = 0; day < 2; day += 1) await worker.pass(24 * 3_600_000);
    expect(await told()).toEqual(['person-2@staff.example']);
  });

  testOnStores('of nobody’s that will be removed is told to all who may read it, and to nobody else', async () => {
    const { store, signedIn, takeIn, clock } = await setUp();
    const [ada, hr, other] = [await signedIn('sales'), await signedIn('hr'), await signedIn('hr')];
    const [id] = (await addLeads(store, [{ kind: 'application', form: 'career' }])) as [string];
    await store.begin((tx) => addEvent(tx, id, { at: clock.now, kind: 'removal announced' }));
    await takeIn();
    const count = async (who: SignedIn) => (await who.call(countNotices, {})).json<{ unread: number }>().unread;
    expect([await count(ada), await count(hr), await count(other)]).toEqual([0, 1, 1]);
  });
});
