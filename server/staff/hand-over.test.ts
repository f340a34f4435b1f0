import { describe, expect } from 'vitest';
import { handOverCall } from '../../contract/calls/desk/account-calls.ts';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { addLeads, testIndexer } from '../work/index/index.testing.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk } from '../testing/desk.testing.ts';

describe('everything that is a colleague’s', () => {
  testOnStores('goes to another in one step, each on record, and once', async () => {
    const store = await freshStore();
    const { signedIn } = await testDesk(store);
    const ids = await addLeads(
      store,
      Array.from({ length: 25 }, () => ({})),
    );
    await testIndexer(store).takeIn();
    const [boss, ada, bob] = [await signedIn('admin'), await signedIn('sales'), await signedIn('sales')];
    for (const id of ids.slice(0, 24)) await answer(ada, leadWork.assign, { id, version: 0, owner: ada.accountId });
    const hand = (to: string | null) => answer(boss, handOverCall, { id: ada.accountId, to });
    expect([await hand(bob.accountId), await hand(bob.accountId)]).toEqual([{ handed: 24 }, { handed: 0 }]);
    const owners = await store.db.selectFrom('lead_work').select('owner').execute();
    expect(owners.map(({ owner }) => owner)).toEqual(Array.from({ length: 24 }, () => bob.accountId));
    const told = await store.db.selectFrom('staff_notices').select('account_id').execute();
    expect(told.map(({ account_id: account }) => account)).toEqual(owners.map(() => bob.accountId));
    const recorded = await store.db.selectFrom('staff_actions').select('subject_id').where('action', '=', 'requests handed over').execute();
    expect(recorded).toHaveLength(26);
    expect((await boss.call(handOverCall, { id: ada.accountId, to: ada.accountId })).statusCode).toBe(422);
    expect((await bob.call(handOverCall, { id: ada.accountId, to: null })).statusCode).toBe(403);
  });
});
