import { describe, expect } from 'vitest';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { severalCalls, type SeveralChange } from '../../contract/calls/desk/several-calls.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../testing/desk.testing.ts';
import { isStaff } from '../staff/accounts.ts';
import { tellStaff } from '../staff/notices/staff-notices.ts';
import { changeSeveral } from './change-several.ts';
import { addLeads, testIndexer, type TestLead } from './index/index.testing.ts';

const key = (name: string) => `${name.replace(' ', '-')}-0123456789abcdef`;

async function setUp(count: number, lead: TestLead = {}) {
  const store = await freshStore();
  const desk = await testDesk(store);
  const ids = await addLeads(
    store,
    Array.from({ length: count }, () => lead),
  );
  const { takeIn } = testIndexer(store);
  await takeIn();
  const [ada, bob] = [await desk.signedIn('sales'), await desk.signedIn('sales')];
  const rows = ids.map((id) => ({ id, version: 0 }));
  const several = (who: SignedIn, name: string, change: SeveralChange, some: { id: string; version: number }[] = rows) =>
    answer(who, severalCalls.lead.several, { key: key(name), change, rows: some });
  const work = () => store.db.selectFrom('lead_work').select(['lead_id', 'owner', 'state', 'version']).orderBy('lead_id').execute();
  const countOf = async (table: 'lead_events' | 'staff_actions' | 'staff_notices') =>
    (
      await store.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  return { ...desk, store, ids, rows, ada, bob, several, work, countOf, takeIn };
}

describe('several leads at once', () => {
  testOnStores(
    'are given to a colleague by one call, those that somebody took meanwhile are left out and named, and all is undone',
    async () => {
      const { ids, rows, ada, bob, several, work, store } = await setUp(45);
      const [first, second] = ids as [string, string];
      await answer(bob, leadWork.assign, { id: first, version: 0, owner: bob.accountId });
      await answer(bob, leadWork.assign, { id: second, version: 0, owner: ada.accountId });
      const outcome = await several(ada, 'take', { what: 'owner', owner: ada.accountId });
      expect(outcome).toEqual({
        done: 43,
        left: [
          { id: first, name: 'Ada Lovelace', why: 'taken', by: bob.accountId },
          { id: second, name: 'Ada Lovelace', why: 'changed', by: bob.accountId },
        ],
      });
      const owned = (await work()).filter(({ owner }) => owner === ada.accountId);
      expect(owned).toHaveLength(44);
      const actions = await store.db
        .selectFrom('staff_actions')
        .select(['subject_id', 'detail'])
        .where('action', '=', 'leads changed at once')
        .execute();
      expect(new Set(actions.map(({ subject_id: id }) => id)).size).toBe(45);
      // Somebody changed one since: that stays.
      await answer(bob, leadWork.assign, { id: ids[2]!, version: 1, owner: bob.accountId });
      const undone = await answer(ada, severalCalls.lead.undoSeveral, { key: key('take') });
      expect([undone.done, undone.left]).toEqual([42, [{ id: ids[2], name: 'Ada Lovelace', why: 'taken', by: bob.accountId }]]);
      const owners = new Map((await work()).map(({ lead_id: id, owner }) => [id, owner]));
      expect(ids.map((id) => owners.get(id))).toEqual([bob.accountId, ada.accountId, bob.accountId, ...rows.slice(3).map(() => null)]);
    },
  );

  testOnStores('are changed once, however often the call is repeated, and nobody is told twice', async () => {
    const { ada, bob, several, countOf, rows } = await setUp(3);
    const give = () => several(ada, 'give', { what: 'owner', owner: bob.accountId });
    const answers = await Promise.all([give(), give()]);
    expect(answers).toEqual([
      { done: 3, left: [] },
      { done: 3, left: [] },
    ]);
    expect(await give()).toEqual({ done: 3, left: [] });
    expect([await countOf('lead_events'), await countOf('staff_notices')]).toEqual([6, 3]);
    const other = await ada.call(severalCalls.lead.several, { key: key('give'), change: { what: 'owner', owner: null }, rows });
    expect(other.statusCode).toBe(409);
    // The key is the account's own.
    expect((await several(bob, 'give', { what: 'owner', owner: null })).left).toHaveLength(3);
    const undo = () => answer(ada, severalCalls.lead.undoSeveral, { key: key('give') });
    expect([await undo(), await undo()]).toEqual([
      { done: 3, left: [] },
      { done: 3, left: [] },
    ]);
    expect(await countOf('lead_events')).toBe(9);
  });

  testOnStores('get a state by the rule of one, and what they were before comes back with its reason', async () => {
    const { ada, several, work, rows, ids, signedIn } = await setUp(2);
    const lost = await ada.call(severalCalls.lead.several, { key: key('lost'), change: { what: 'state', state: 'lost' }, rows });
    expect([lost.statusCode, lost.json()]).toMatchObject([422, { errors: { 'change.reason': 'Say why it was lost' } }]);
    await several(ada, 'lost', { what: 'state', state: 'lost', reason: 'No budget' });
    const later = rows.map(({ id }) => ({ id, version: 1 }));
    await several(ada, 'won', { what: 'state', state: 'won' }, later);
    expect(
      (
        await several(
          ada,
          'won again',
          { what: 'state', state: 'won' },
          rows.map(({ id }) => ({ id, version: 2 })),
        )
      ).left,
    ).toEqual(ids.map((id) => ({ id, name: 'Ada Lovelace', why: 'same', by: null })));
    await answer(ada, severalCalls.lead.undoSeveral, { key: key('won') });
    expect((await work()).map(({ state, version }) => [state, version])).toEqual([
      ['lost', 3],
      ['lost', 3],
    ]);
    expect(await answer(ada, leadWork.read, { id: ids[0]! })).toMatchObject({ state: 'lost', lostReason: 'No budget' });
    const stage = await ada.call(severalCalls.lead.several, { key: key('stage'), change: { what: 'stage', stage: 'offer' }, rows });
    expect(stage.statusCode).toBe(422);
    const hr = await signedIn('hr');
    const elsewhere = await answer(hr, severalCalls.application.several, {
      key: key('lead'),
      change: { what: 'stage', stage: 'offer' },
      rows,
    });
    expect(elsewhere.left.map(({ why, name }) => [why, name])).toEqual([
      ['gone', ''],
      ['gone', ''],
    ]);
  });

  testOnStores('are marked as spam together, leave the figures, and come back by one press', async () => {
    const { ada, several, store, takeIn, ids } = await setUp(2);
    const counted = async () => {
      await takeIn();
      const { received, spam } = await store.db
        .selectFrom('lead_days')
        .select(['received', 'spam'])
        .where('dimension', '=', 'all')
        .executeTakeFirstOrThrow();
      return [received, spam];
    };
    expect(await counted()).toEqual([2, 0]);
    expect(await several(ada, 'spam', { what: 'spam' })).toEqual({ done: 2, left: [] });
    expect(await counted()).toEqual([0, 2]);
    expect((await several(ada, 'spam again', { what: 'spam' })).left.map(({ why }) => why)).toEqual(['spam', 'spam']);
    expect(await answer(ada, leadWork.read, { id: ids[0]! })).toMatchObject({ suspectedSpam: true, markedWith: 1 });
    await answer(ada, severalCalls.lead.undoSeveral, { key: key('spam') });
    expect(await counted()).toEqual([2, 0]);
    expect((await ada.call(severalCalls.lead.undoSeveral, { key: key('never') })).statusCode).toBe(409);
  });

  testOnStores('go on where they stopped, when the server ends between the press and the answer', async () => {
    const { store, ids, ada, bob, countOf } = await setUp(50);
    let left = 30;
    const record = async () => {
      if ((left -= 1) < 0) throw new Error('the server ends');
    };
    const parts = { store, staff: { isStaff, tell: tellStaff }, now: Date.now, record, cancelMeetings: async () => 0 };
    const change = { what: 'owner', owner: bob.accountId } as const;
    const rows = ids.map((id) => ({ id, version: 0, change }));
    const batch = { section: 'lead', actor: ada.accountId, key: key('killed'), rows } as const;
    await expect(changeSeveral(parts, batch)).rejects.toThrow('the server ends');
    expect(await countOf('staff_notices')).toBe(20);
    left = 30;
    expect(await changeSeveral(parts, batch)).toEqual({ done: 50, left: [] });
    expect([await countOf('staff_notices'), await countOf('lead_events')]).toEqual([50, 100]);
  });
});
