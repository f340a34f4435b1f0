import { describe, expect, onTestFinished, test } from 'vitest';
import { sql } from 'kysely';
import { exportActions, listActions } from '../contract/desk/action-calls.ts';
import type { CallInput, CallOutput } from '../contract/desk/call.ts';
import { addLeads } from './leads/index/index.testing.ts';
import { removeStaffActions } from './privacy/remove-staff-actions.ts';
import { freshStore, kinds, type Kind } from './store/store.testing.ts';
import { testDesk } from './testing/desk.testing.ts';
import { recordAction } from './desk/staff-actions.ts';

const DAY = 24 * 3_600_000;

async function setUp(dialect: Kind['dialect']) {
  const store = await freshStore(dialect);
  const set = await testDesk(store);
  onTestFinished(async () => void (await Promise.all([set.desk.close(), set.site.close()])));
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

describe.each(kinds)('the record of what staff did, on $dialect', ({ dialect, skip }) => {
  test.skipIf(skip)('is changed and emptied by nobody, and by retention only with a trace', async () => {
    const { store, now, record } = await setUp(dialect);
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
    // What retention declared is declared for good.
    await expect(store.db.deleteFrom('staff_actions').execute()).rejects.toThrow(refused);
    await expect(store.db.updateTable('staff_action_removals').set({ before: now }).execute()).rejects.toThrow(refused);
    await expect(store.db.deleteFrom('staff_action_removals').execute()).rejects.toThrow(refused);
    expect(await removeStaffActions(parts, now - 5 * DAY)).toBe(0);
    expect(await store.db.selectFrom('staff_action_removals').selectAll().execute()).toMatchObject([{ at: now, before: now - 5 * DAY }]);
  });

  test.skipIf(skip)('is listed by who, what, when and to which lead, and given out as a file, on record', async () => {
    const { admin, now, signedIn, record, list, store } = await setUp(dialect);
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

  test.skipIf(skip)('names whom a request is of to those who may see it alone', async () => {
    const { store, signedIn, list, record } = await setUp(dialect);
    const [lead] = (await addLeads(store, [{ answers: { name: 'Zoe', surname: 'Quill', email: 'zoe@quill.example' } }])) as [string];
    await record('lead opened', { lead });
    expect((await list({})).actions[0]).toMatchObject({ subject: { kind: 'lead', id: lead, request: null } });
    const both = await signedIn('admin', 'sales');
    const seen = (await both.call(listActions, { subjectId: lead })).json<CallOutput<typeof listActions>>();
    expect(seen.actions[0]).toMatchObject({ subject: { request: { section: 'lead', name: 'Zoe Quill' } } });
  });
});
