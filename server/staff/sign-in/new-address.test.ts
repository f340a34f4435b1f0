import { describe, expect, test } from 'vitest';
import { changeAddress, listPeople, me, revokePerson, withdrawAddress } from '../../../contract/calls/desk/account-calls.ts';
import { FRESH } from '../../http/desk-route.ts';
import { freshStore, temporaryFolder, testOnStores } from '../../store/store.testing.ts';
import { testDesk } from '../../testing/desk.testing.ts';
import { mailWorker } from '../../testing/mail-worker.testing.ts';
import { findAccount, findByAddress } from '../accounts.ts';
import { beginLink } from './begin-link.ts';
import { waitingAddresses } from './new-address.ts';
import { signInTimes } from './sign-ins.ts';

const NEW = 'Ada.New@staff.internal';

async function setUp() {
  const store = await freshStore();
  const set = await testDesk(store, { DATA_DIR: temporaryFolder() });
  const { ask, signedIn } = set;
  const { pass, newTexts } = mailWorker(set);
  const [admin, ada] = [await signedIn('admin'), await signedIn('sales')];
  const old = (await findAccount(store.db, ada.accountId))!.address;
  const mails = () => pass().then(newTexts);
  const tokenIn = (mail = '') => /\/new-address\?token=(?:3D)?([\w-]{43})/.exec(mail)?.[1] ?? '';
  const asked = async () => {
    expect((await admin.call(changeAddress, { id: ada.accountId, address: NEW })).statusCode).toBe(200);
    return tokenIn((await mails())[0]);
  };
  const open = async (token: string) => (await ask({ url: `/new-address?token=${token}` })).statusCode;
  const press = async (token: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await ask({ method: 'POST', url: '/new-address', headers, payload: `token=${token}` })).statusCode;
  };
  const addressNow = async () => (await findAccount(store.db, ada.accountId))!.address;
  return { ...set, store, admin, ada, old, mails, asked, open, press, addressNow };
}

describe('another work address', () => {
  testOnStores('holds once its reader pressed: sessions and links of before end, and the old address is told', async () => {
    const { admin, ada, old, store, clock, mails, asked, open, press, addressNow } = await setUp();
    const token = await asked();
    expect([await open(token), await open(token)]).toEqual([200, 200]);
    expect([await addressNow(), (await ada.call(me, {})).statusCode]).toEqual([old, 200]);
    await beginLink(store.db, { address: old, browser: 'x'.repeat(43), network: '192.0.2.0/24', signedInAs: undefined, now: clock.now });
    expect(await findByAddress(store.db, NEW)).toBeUndefined();

    expect(await press(token)).toBe(200);
    expect(await addressNow()).toBe(NEW);
    expect([await findByAddress(store.db, old), (await findByAddress(store.db, NEW.toLowerCase()))?.id]).toEqual([
      undefined,
      ada.accountId,
    ]);
    expect([(await ada.call(me, {})).statusCode, (await admin.call(me, {})).statusCode]).toEqual([401, 200]);
    // The link to the old mailbox, which was asked for before, is not even mailed.
    const told = await mails();
    expect(told.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim())).toEqual([old]);
    expect(told[0]).toContain(NEW);
    expect([await press(token), await open(token)]).toEqual([410, 410]);
    const actions = await store.db.selectFrom('staff_actions').select(['account_id', 'action']).orderBy('id').execute();
    expect(actions.map((row) => [row.account_id, row.action])).toEqual([
      [admin.accountId, 'address change asked'],
      [ada.accountId, 'address changed'],
    ]);
    expect(JSON.stringify(actions)).not.toContain('@');
  });

  testOnStores('shows in the list while it waits, and is taken back: its link then does nothing', async () => {
    const { admin, ada, old, asked, open, press, addressNow, clock, store } = await setUp();
    const waiting = async () => {
      const { people } = (await admin.call(listPeople, {})).json<{ people: { id: string; newAddress: unknown }[] }>();
      return people.flatMap(({ id, newAddress }) => (newAddress === null ? [] : [[id, newAddress]]));
    };
    expect(await waiting()).toEqual([]);
    const token = await asked();
    const shown = { address: NEW, askedAt: clock.now, expiresAt: clock.now + signInTimes['new address'] };
    expect(await waiting()).toEqual([[ada.accountId, shown]]);
    expect((await ada.call(withdrawAddress, { id: ada.accountId })).statusCode).toBe(403);
    expect((await admin.call(withdrawAddress, { id: ada.accountId })).statusCode).toBe(200);
    expect([await waiting(), await open(token), await press(token), await addressNow()]).toEqual([[], 410, 410, old]);
    expect((await admin.call(withdrawAddress, { id: ada.accountId })).statusCode).toBe(409);
    expect((await admin.call(withdrawAddress, { id: 'nobody' })).statusCode).toBe(404);
    const actions = await store.db.selectFrom('staff_actions').select(['account_id', 'action', 'subject_id']).orderBy('id').execute();
    expect(actions.map(({ action, subject_id: subject }) => [action, subject])).toEqual([
      ['address change asked', ada.accountId],
      ['call refused', withdrawAddress.name],
      ['address change withdrawn', ada.accountId],
    ]);
    await asked();
    clock.now += signInTimes['new address'];
    expect((await waitingAddresses(store.db, clock.now)).size).toBe(0);
  });

  test('is one that no other account has, when it is asked for and when it is pressed', async () => {
    const { admin, ada, old, store, asked, press, addressNow, signedIn } = await setUp();
    const other = await findAccount(store.db, (await signedIn('hr')).accountId);
    const taken = await admin.call(changeAddress, { id: ada.accountId, address: other!.address.toUpperCase() });
    expect([taken.statusCode, taken.json()]).toEqual([
      409,
      expect.objectContaining({ errors: { address: expect.stringContaining('already') } }),
    ]);
    const token = await asked();
    await store.db
      .updateTable('staff_accounts')
      .set({ address: NEW, address_key: NEW.toLowerCase() })
      .where('id', '=', other!.id)
      .execute();
    expect([await press(token), await addressNow()]).toEqual([409, old]);
  });

  test('is nobody’s by a link that is old, replaced, made up, or of an account that was closed', async () => {
    const { old, clock, asked, press, addressNow } = await setUp();
    const replaced = await asked();
    const late = await asked();
    expect([await press(replaced), await press('x'.repeat(43))]).toEqual([410, 404]);
    clock.now += signInTimes['new address'];
    expect([await press(late), await addressNow()]).toEqual([410, old]);
  });

  test('is given by administrators alone, after a fresh sign-in, and to no closed account', async () => {
    const { admin, ada, old, clock, asked, press, addressNow } = await setUp();
    expect((await ada.call(changeAddress, { id: ada.accountId, address: NEW })).statusCode).toBe(403);
    const token = await asked();
    expect((await admin.call(revokePerson, { id: ada.accountId })).statusCode).toBe(200);
    expect([await press(token), await addressNow()]).toEqual([410, old]);
    expect((await admin.call(changeAddress, { id: ada.accountId, address: NEW })).statusCode).toBe(404);
    clock.now += FRESH + 1;
    expect((await admin.call(changeAddress, { id: ada.accountId, address: NEW })).json()).toMatchObject({ title: 'Sign in again' });
  });
});
