import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { exportActions, listActions } from '../../contract/calls/desk/action-calls.ts';
import { encodeCall } from '../../contract/calls/desk/call-request.ts';
import { REFRESH_HEADER, refreshes, type Call, type CallInput, type CallOutput } from '../../contract/calls/desk/call.ts';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { listSuppressions } from '../../contract/calls/desk/queue-calls.ts';
import { addLeads, testIndexer } from '../work/index/index.testing.ts';
import { removeStaffActions } from '../privacy/retention-rules.ts';
import { describeOnStoresInTurn, freshStore } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { recordAction } from '../staff/staff-actions.ts';

const DAY = 24 * 3_600_000;

async function setUp() {
  const store = await freshStore();
  const set = await testDesk(store);
  const admin = await set.signedIn('admin');
  const { now } = set.clock;
  const record = (action: string, more: { accountId?: string; lead?: string; at?: number } = {}) => {
    const { accountId = admin.accountId, lead, at = now } = more;
    return recordAction(store.db, { accountId, action, now: at, ...(lead && { subject: { kind: 'lead', id: lead } }) });
  };
  const list = async (filter: CallInput<typeof listActions>) =>
    (await admin.call(listActions, filter)).json<CallOutput<typeof listActions>>();
  return { ...set, store, admin, now, record, list };
}

describeOnStoresInTurn('the record of what staff did', 1, (dialect) => {
  test('is changed and emptied by nobody, and by retention only with a trace', async () => {
    const { store, now, record } = await setUp();
    await record('lead opened', { at: now - 10 * DAY });
    await record('cv opened', { at: now - DAY });
    const refused = /is only added to/;
    await expect(store.db.updateTable('staff_actions').set({ detail: '{}' }).execute()).rejects.toThrow(refused);
    await expect(store.db.deleteFrom('staff_actions').execute()).rejects.toThrow(refused);
    await expect(store.db.deleteFrom('staff_actions').where('at', '<', now).execute()).rejects.toThrow(refused);
    if (dialect === 'postgres') await expect(sql`truncate staff_actions`.execute(store.db)).rejects.toThrow(refused);
    const parts = { store, files: { remove: async () => true }, dataDir: '', now: () => now };
    expect(await removeStaffActions(parts, now - 5 * DAY)).toBe(1);
    expect((await store.db.selectFrom('staff_actions').select('action').execute()).map(({ action }) => action)).toEqual(['cv opened']);
    // The record of a removal cannot be changed.
    await expect(store.db.deleteFrom('staff_actions').execute()).rejects.toThrow(refused);
    await expect(store.db.updateTable('staff_action_removals').set({ before: now }).execute()).rejects.toThrow(refused);
    await expect(store.db.deleteFrom('staff_action_removals').execute()).rejects.toThrow(refused);
    expect(await removeStaffActions(parts, now - 5 * DAY)).toBe(0);
    expect(await store.db.selectFrom('staff_action_removals').selectAll().execute()).toMatchObject([{ at: now, before: now - 5 * DAY }]);
  });

  test('is listed by who, what, when and to which lead, and given out as a file, on record', async () => {
    const { admin, now, signedIn, record, list, store } = await setUp();
    const ada = await signedIn('sales');
    await record('lead opened', { accountId: ada.accountId, lead: 'one', at: now - 3 * DAY });
    await record('lead noted', { accountId: ada.accountId, lead: 'one', at: now - 2 * DAY });
    await record('lead opened', { accountId: ada.accountId, lead: 'two', at: now - DAY });
    await record('account invited');
    const done = async (filter: CallInput<typeof listActions>) => (await list(filter)).actions.map(({ action }) => action);
    expect(await done({ accountId: ada.accountId })).toEqual(['lead opened', 'lead noted', 'lead opened']);
    expect(await done({ accountId: ada.accountId, action: 'lead noted' })).toEqual(['lead noted']);
    expect(await done({ subjectId: 'two' })).toEqual(['lead opened']);
    expect(await done({ since: now - 2 * DAY, until: now - DAY })).toEqual(['lead noted']);
    expect((await list({})).choices).toEqual(expect.arrayContaining(['lead opened', 'signed in', 'actions exported']));
    const file = await admin.call(exportActions, { subjectId: 'one' });
    expect(file.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' });
    expect(file.body).toMatch(/^\uFEFFWhen \(UTC\),/);
    expect(
      file.body
        .trim()
        .split('\r\n')
        .map((line) => line.split(',').slice(1, 5)),
    ).toEqual([
      ['Who', 'Account', 'What', 'Of'],
      ['Person 2', ada.accountId, 'Lead noted', 'lead'],
      ['Person 2', ada.accountId, 'Lead opened', 'lead'],
    ]);
    expect((await list({})).actions[0]).toMatchObject({ action: 'actions exported', accountId: admin.accountId });
    expect((await store.db.selectFrom('staff_actions').select('id').execute()).length).toBe(5);
  });

  test('has once what somebody opened, and nothing that a page asked for again by itself', async () => {
    const { ask, signedIn, clock, store } = await setUp();
    const [one, other] = (await addLeads(store, [{}, {}, {}])) as [string, string];
    await testIndexer(store, 'UTC').takeIn();
    const [ada, bob] = [await signedIn('sales', 'admin'), await signedIn('sales')];
    const again = async <C extends Call>(call: C, input: CallInput<C>) => {
      const { method, path, body } = encodeCall(call, input);
      const headers = { cookie: ada.cookie, [REFRESH_HEADER]: refreshes.unattended, ...(body && { 'content-type': 'application/json' }) };
      expect((await ask({ method, url: path, headers, ...(body && { payload: body }) })).statusCode).toBe(200);
    };
    let seen = 0;
    const recorded = async () => {
      const rows = await store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute();
      return rows.slice(seen, (seen = rows.length)).map(({ action, subject_id: id, detail }) => [action, id ?? detail]);
    };
    const lists = (filters: string, leads: number, more = '') => ['leads listed', `{"leads":${leads},"filters":"${filters}"${more}}`];

    for (let times = 0; times < 5; times += 1) for (const who of [ada, bob]) await who.call(leadWork.read, { id: one });
    for (let times = 0; times < 20; times += 1) await ada.call(leadWork.list, { limit: 2 });
    await ada.call(leadWork.list, { state: 'new' });
    expect(await recorded()).toEqual([['lead opened', one], ['lead opened', one], lists('', 2), lists('state', 3)]);

    // Refreshing what was opened in this session is not recorded; anything else is, even when it claims to be a refresh.
    clock.now += 20 * 60_000;
    for (let times = 0; times < 20; times += 1) {
      await again(leadWork.read, { id: one });
      await again(leadWork.list, { limit: 2 });
    }
    expect(await recorded()).toEqual([]);
    await again(leadWork.read, { id: other });
    await again(leadWork.list, { verified: true });
    expect(await recorded()).toEqual([['lead opened', other], lists('verified', 0)]);

    // Opening it later is recorded again, and each further page of a list is recorded.
    const { next } = (await ada.call(leadWork.list, { limit: 2 })).json<{ next: string }>();
    for (let times = 0; times < 2; times += 1) await ada.call(leadWork.list, { limit: 2, cursor: next });
    await ada.call(leadWork.read, { id: one });
    expect(await recorded()).toEqual([
      lists('', 2),
      lists('', 1, ',"further":true'),
      lists('', 1, ',"further":true'),
      ['lead opened', one],
    ]);
    await again(leadWork.list, { limit: 2, cursor: next });
    expect(await recorded()).toEqual([]);

    // A search for each of several addresses is recorded.
    for (const address of ['ada@example.com', 'bob@example.com']) await again(listSuppressions, { address });
    expect((await recorded()).length).toBe(2);
  });

  test('names whom a request is of to those who may see it alone', async () => {
    const { store, signedIn, list, record } = await setUp();
    const [lead] = (await addLeads(store, [{ answers: { name: 'Zoe', surname: 'Quill', email: 'zoe@quill.example' } }])) as [string];
    await record('lead opened', { lead });
    expect((await list({})).actions[0]).toMatchObject({ subject: { kind: 'lead', id: lead, request: null } });
    const both = await signedIn('admin', 'sales');
    const seen = (await both.call(listActions, { subjectId: lead })).json<CallOutput<typeof listActions>>();
    expect(seen.actions[0]).toMatchObject({ subject: { request: { section: 'lead', name: 'Zoe Quill' } } });
  });
});
