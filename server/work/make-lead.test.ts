import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { leadWork, makeLeadCall } from '../../contract/calls/desk/lead-calls.ts';
import type { CallOutput } from '../../contract/calls/desk/call.ts';
import { subscribersOf } from '../compose/subscriber-list.ts';
import { createFollower } from '../leads/history/history-subscribers.ts';
import { freshStore, silent, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';

async function setUp() {
  const store = await freshStore();
  const set = await testDesk(store, { DATA_DIR: temporaryFolder() });
  const { takeIn } = createFollower({ store, log: silent, subscribers: subscribersOf({ store, log: silent, zone: 'Europe/Rome' }) });
  await takeIn();
  const jobs = async () => (await store.db.selectFrom('jobs').select('name').execute()).map(({ name }) => name);
  return { ...set, store, takeIn, jobs };
}

const called = { name: 'Grace', surname: 'Hopper', email: 'grace@acme.example', phone: '+39 333 1234567', means: 'telephone' } as const;

describe('a lead that is made by hand', () => {
  testOnStores('is its maker’s, marked, with what was agreed to, and mailed nothing; one key makes one', async () => {
    const { store, signedIn, takeIn, jobs } = await setUp();
    const ada = await signedIn('sales');
    const input = { ...called, key: randomUUID(), agreed: 'You may mail me news.', sendsLink: false };
    const make = async () => (await ada.call(makeLeadCall, input)).json<{ id: string }>().id;
    const [id, again, ...more] = await Promise.all([make(), make(), make()]);
    expect([again, ...more]).toEqual([id, id]);
    await takeIn();
    const page = (await ada.call(leadWork.read, { id })).json<CallOutput<typeof leadWork.read>>();
    expect(page).toMatchObject({ name: 'Grace Hopper', request: 'Made by hand', verified: false, owner: ada.accountId, caller: 'by hand' });
    expect(page.consents).toMatchObject([{ action: 'asked', purpose: 'marketing', text: 'You may mail me news.', page: 'By telephone' }]);
    expect(page.timeline.find(({ kind }) => kind === 'made by hand')).toMatchObject({
      actor: ada.accountId,
      detail: { means: 'By telephone' },
    });
    expect(await jobs()).toEqual([]);
    const days = await store.db.selectFrom('lead_days').select(['dimension', 'value', 'received', 'linked']).execute();
    expect(days).toContainEqual({ dimension: 'source', value: 'by hand', received: 1, linked: 0 });
    expect(days).toContainEqual({ dimension: 'caller', value: 'by hand', received: 1, linked: 0 });
  });

  testOnStores('gets a link where that is wanted, and is refused as the form would refuse it', async () => {
    const { signedIn, jobs, store } = await setUp();
    const [ada, hr] = [await signedIn('sales'), await signedIn('hr')];
    const refused = await ada.call(makeLeadCall, { ...called, email: 'grace', key: randomUUID(), sendsLink: true });
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { errors: { email: expect.any(String) } }]);
    expect((await hr.call(makeLeadCall, { ...called, key: randomUUID(), sendsLink: true })).statusCode).toBe(403);
    expect(await store.db.selectFrom('leads').select('id').execute()).toEqual([]);
    await ada.call(makeLeadCall, { ...called, key: randomUUID(), sendsLink: true });
    expect(await jobs()).toEqual(['leads.fresh-link']);
    expect(await store.db.selectFrom('consents').select('id').execute()).toEqual([]);
  });
});
