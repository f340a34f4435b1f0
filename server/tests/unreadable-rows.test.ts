import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import * as actionCalls from '../../contract/calls/desk/action-calls.ts';
import * as applicationCalls from '../../contract/calls/desk/application-calls.ts';
import * as leadCalls from '../../contract/calls/desk/lead-calls.ts';
import * as messageCalls from '../../contract/calls/desk/message-calls.ts';
import * as noticeCalls from '../../contract/calls/desk/notice-calls.ts';
import { busyTimes, feedId } from '../booking/feeds/busy-times.ts';
import { createDeliverer } from '../deliveries/deliverer.ts';
import type { Sender } from '../deliveries/sending.ts';
import { addEndpoint, listEndpoints } from '../deliveries/endpoints.ts';
import { findDeliveryCauses } from '../deliveries/delivery-causes.ts';
import { subscribersOf } from '../compose/subscriber-list.ts';
import { listAccounts } from '../staff/accounts.ts';
import { enqueue } from '../queue/job-queue.ts';
import { job, testWorker } from '../queue/jobs.testing.ts';
import { addLeads } from '../work/index/index.testing.ts';
import { createFollower } from '../leads/history/history-subscribers.ts';
import { leadIndexer } from '../work/index/lead-indexer.ts';
import { findSetAside } from '../leads/history/set-aside-causes.ts';
import { uncountLeads } from '../work/index/lead-counts.ts';
import { addEvent } from '../leads/lead-repository.ts';
import { listPapers } from '../insights/papers/papers.ts';
import { removeOnSchedule } from '../privacy/retention-rules.ts';
import { readSettings } from '../settings/settings.ts';
import { describeOnStoresInTurn, freshStore, silent, temporaryFolder } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { testDesk } from '../testing/desk.testing.ts';

const at = Date.UTC(2026, 10, 2, 12);
const bad = '{';

async function setUp() {
  const store = await freshStore();
  const logged: unknown[][] = [];
  const log = { ...silent, error: (...words: unknown[]) => void logged.push(words) };
  const indexer = createFollower({ store, log, subscribers: subscribersOf({ store, log, zone: 'Europe/Rome' }) });
  const ids = (await addLeads(store, [{ at }, { at: at + 1 }, { at: at + 2 }])) as [string, string, string];
  const listed = async () =>
    (await store.db.selectFrom('lead_index').select('lead_id').orderBy('lead_id').execute()).map((row) => row.lead_id);
  return { store, log, indexer, ids, logged, listed };
}

const set = (store: Store, table: string, column: string, value: string) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(store.db);

describeOnStoresInTurn('a row that cannot be read', 0, () => {
  test.each(['answers', 'attribution'] as const)('a lead by its %s: the others are listed, counted and told', async (column) => {
    const { store, indexer, ids, logged, listed } = await setUp();
    const endpoint = await addEndpoint(store.db, { kind: 'webhook', url: 'https://x.example', events: ['lead.created'], now: at });
    const sound = await store.db.selectFrom('leads').select(column).where('id', '=', ids[1]).executeTakeFirstOrThrow();
    await store.db
      .updateTable('leads')
      .set({ [column]: bad })
      .where('id', '=', ids[1])
      .execute();
    await indexer.takeIn();
    expect(await listed()).toEqual([ids[0], ids[2]]);
    const told = () =>
      store.db.selectFrom('deliveries').select('subject as lead_id').where('endpoint_id', '=', endpoint.id).orderBy('subject').execute();
    expect((await told()).map((row) => row.lead_id)).toEqual([ids[0], ids[2]]);
    const about = { lead: ids[1], reason: expect.any(String) };
    expect(logged).toEqual(['lead index', 'webhook'].map((subscriber) => [{ ...about, subscriber }, expect.stringContaining('set aside')]));
    expect(await findSetAside(store.db)).toEqual([
      { kind: 'row unreadable', subject: `lead ${ids[1]}`, reason: '', count: 2, since: at + 1 },
    ]);
    // Later leads are indexed, and the unreadable one is tried again at the next start.
    const [late] = (await addLeads(store, [{ at: at + 3 }])) as [string];
    await indexer.takeIn();
    expect(await listed()).toEqual([ids[0], ids[2], late]);
    await store.db.updateTable('leads').set(sound).where('id', '=', ids[1]).execute();
    onTestFinished(indexer.start());
    await expect.poll(listed).toEqual([...ids, late]);
    await expect.poll(async () => (await told()).map((row) => row.lead_id)).toEqual([...ids, late]);
    expect(await findSetAside(store.db)).toEqual([]);
  });

  test('a lead from before there was an index: the others are listed', async () => {
    const { store, log, ids, logged, listed } = await setUp();
    await set(store, 'lead_events', 'pending', '0');
    await store.db.updateTable('leads').set({ answers: bad }).where('id', '=', ids[1]).execute();
    await leadIndexer({ store, log, zone: 'Europe/Rome' }).complete();
    expect(await listed()).toEqual([ids[0], ids[2]]);
    expect(logged).toEqual([[{ lead: ids[1], reason: expect.any(String) }, expect.stringContaining('cannot be read')]]);
  });

  test('what a lead was counted as: it is counted anew, and can be erased', async () => {
    const { store, indexer, ids, logged } = await setUp();
    await indexer.takeIn();
    await set(store, 'lead_counted', 'facts', bad);
    await store.begin((tx) => uncountLeads(tx, store.dialect, [ids[0]]));
    for (const id of ids) await addEvent(store.db, id, { at, kind: 'state changed', detail: { from: 'new', to: 'won' } });
    await indexer.takeIn();
    expect(logged).toEqual([]);
  });

  test('one that became so since: lists, exports, notices and the record show the others', async () => {
    const { store, indexer, ids } = await setUp();
    await addLeads(store, [
      { at, kind: 'message', form: 'contacts' },
      { at, kind: 'application', form: 'career' },
    ]);
    const { signedIn } = await testDesk(store);
    const admin = await signedIn('admin', 'sales', 'hr');
    await indexer.takeIn();
    const event = await addEvent(store.db, ids[0], { at, kind: 'note', detail: { text: 'A note' } });
    const notice = {
      account_id: admin.accountId,
      lead_id: ids[0],
      event_id: event,
      kind: 'named',
      actor: admin.accountId,
      at,
      read_at: null,
    };
    await store.db
      .insertInto('staff_notices')
      .values({ id: 'n', ...notice } as never)
      .execute();
    await set(store, 'lead_events', 'detail', bad);
    await store.db.updateTable('leads').set({ answers: bad, attribution: '[]', about: bad }).where('id', '=', ids[1]).execute();
    await store.db.updateTable('leads').set({ answers: bad }).where('kind', '!=', 'contact').execute();
    const answers = [
      await admin.call(leadCalls.leadWork.list, {}),
      await admin.call(leadCalls.leadWork.read, { id: ids[1] }),
      await admin.call(leadCalls.exportLeadsCall, {}),
      await admin.call(noticeCalls.listNotices, {}),
      await admin.call(actionCalls.listActions, {}),
      await admin.call(messageCalls.messageWork.list, {}),
      await admin.call(applicationCalls.applicationWork.list, {}),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(
      JSON.parse(answers[0]!.body)
        .leads.map((lead: { id: string }) => lead.id)
        .toSorted(),
    ).toEqual(ids);
    expect(answers[2]!.body.trim().split('\r\n')).toHaveLength(4);
  });

  test('of what others are told, of accounts, calendars and papers: the others go on', async () => {
    const { store, indexer, ids } = await setUp();
    const given = { kind: 'webhook', url: 'https://x.example', events: ['lead.created'], now: at } as const;
    const [broken, sound] = [await addEndpoint(store.db, given), await addEndpoint(store.db, { ...given, now: at + 1 })];
    await store.db.updateTable('delivery_endpoints').set({ secrets: bad }).where('id', '=', broken.id).execute();
    await indexer.takeIn();
    const told = await store.db.selectFrom('deliveries').select('endpoint_id').execute();
    expect(told.map((row) => row.endpoint_id)).toEqual(ids.map(() => sound.id));
    expect((await listEndpoints(store.db, ['on'])).map(({ id }) => id)).toEqual([sound.id]);
    expect(await findDeliveryCauses(store.db, at)).toMatchObject([{ kind: 'endpoint off', reason: 'what is stored of it cannot be read' }]);
    const [one, other] = ['https://one.example', 'https://other.example'] as const;
    const feed = { tried_at: at, error: null, failing_since: null, read_at: at };
    await store.db
      .insertInto('calendar_feeds')
      .values([
        { id: feedId(one), ...feed, busy: bad },
        { id: feedId(other), ...feed, busy: '[]' },
      ])
      .execute();
    expect([await busyTimes(store.db, [one, other], at), await busyTimes(store.db, [other], at)]).toEqual([undefined, []]);
    await testDesk(store).then(({ signedIn }) => signedIn('sales'));
    await set(store, 'staff_accounts', 'roles', bad);
    expect((await listAccounts(store.db)).map(({ roles }) => roles)).toEqual([[]]);
    expect(await listPapers(store.db)).toEqual([]);
  });

  test('of a delivery: it is given up and named, and those beside it leave', async () => {
    const { store, indexer, ids } = await setUp();
    await addEndpoint(store.db, { kind: 'chat', url: 'https://chat.example', events: ['lead.created'], now: at });
    await indexer.takeIn();
    const [, second] = await store.db.selectFrom('delivery_events').select('id').orderBy('at').execute();
    await store.db.updateTable('delivery_events').set({ payload: bad }).where('id', '=', second!.id).execute();
    const sent: string[] = [];
    const chat: Sender = {
      batch: 10,
      parallel: 1,
      send: async (_, events) => events.map(({ event }) => (sent.push(event.id), { taken: true, status: 200, error: null, answer: null })),
    };
    await createDeliverer({ store, log: silent, senders: { chat } }).deliverDue();
    expect(sent).toHaveLength(ids.length - 1);
    const failed = await store.db.selectFrom('deliveries').select(['event_id', 'last_error']).where('status', '=', 'failed').execute();
    expect(failed).toEqual([{ event_id: second!.id, last_error: 'what is stored of it cannot be read' }]);
  });

  test('of the log of removals and of what a job had done: removal goes on, and so does the job', async () => {
    const { store } = await setUp();
    const parts = { store, files: { remove: async () => true }, dataDir: temporaryFolder(), settings: readSettings({}) };
    await removeOnSchedule({ ...parts, now: () => at }, silent);
    await set(store, 'privacy_log', 'counts', bad);
    await removeOnSchedule({ ...parts, now: () => at + 1 }, silent);
    const log = await store.db.selectFrom('privacy_log').select('counts').orderBy('at').execute();
    expect(log.map(({ counts }) => counts === bad)).toEqual([true, false]);
    const done: unknown[] = [];
    const staff = job((_, { served }) => void done.push(served));
    await enqueue(store.db, staff, { n: 1 }, { now: at });
    await set(store, 'jobs', 'served', bad);
    await testWorker(store, [staff], { now: () => at }).runDue();
    expect(done).toEqual([[]]);
  });
});
