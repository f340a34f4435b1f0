import { describe, expect, test } from 'vitest';
import { freshStore, testOnStores } from '../../store/store.testing.ts';
import { testDesk } from '../../testing/desk.testing.ts';
import { insertAccount } from '../accounts.ts';
import { makeFirstLink } from '../first-link.ts';
import { LINKS_PER_HOUR } from './begin-link.ts';

const ADDRESS = 'ada@staff.internal';

async function setUp() {
  const store = await freshStore();
  const set = await testDesk(store);
  const post = (url: string, fields: Record<string, string>, { cookie = '', remoteAddress = '127.0.0.1' } = {}) =>
    set.ask({
      method: 'POST',
      url,
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      payload: new URLSearchParams(fields).toString(),
    });
  return { ...set, store, post };
}

describe('a link to sign in', () => {
  test('is the owner’s still, however often strangers ask for one', async () => {
    const { post, clock, store, sessionOf } = await setUp();
    const id = await insertAccount(store.db, { name: 'Ada', address: ADDRESS, roles: ['sales'], state: 'active', now: clock.now });
    const ask = async (remoteAddress: string, cookie = '') => {
      expect((await post('/sign-in/link/ask', { address: ADDRESS }, { cookie, remoteAddress })).statusCode).toBe(303);
    };
    const links = async () => (await store.db.selectFrom('staff_sign_ins').select('id').where('account_id', '=', id).execute()).length;
    // Each from another /64, all of one /48.
    for (let asked = 0; asked < 12; asked += 1) await ask(`2001:db8:bad:${asked}::1`);
    expect(await links()).toBe(LINKS_PER_HOUR);
    const owner = '2001:db8:1::7';
    for (let asked = 0; asked < 3; asked += 1) await ask(owner);
    expect(await links()).toBe(LINKS_PER_HOUR + 3);
    for (let other = 1; other <= 3; other += 1) for (let asked = 0; asked < 6; asked += 1) await ask(`198.51.${other}.9`);
    const taken = await links();
    expect(taken).toBeLessThanOrEqual(4 * LINKS_PER_HOUR);
    // A network that asked for none before still gets one.
    await ask('203.0.113.1');
    await ask('203.0.113.2');
    expect(await links()).toBe(taken + 1);
    // Signed-in staff get more, since some calls need a sign-in of the last ten minutes.
    const { cookie } = await sessionOf(id, 'link');
    for (let asked = 0; asked < LINKS_PER_HOUR + 2; asked += 1) await ask(owner, cookie);
    expect(await links()).toBe(taken + 1 + LINKS_PER_HOUR + 2);
    expect(JSON.stringify(await store.db.selectFrom('staff_sign_ins').selectAll().execute())).not.toMatch(/2001:|198\.51/);
  });

  testOnStores('is had by who pressed one there before, whatever number of networks asks', async () => {
    const { post, clock, store } = await setUp();
    const id = await insertAccount(store.db, { name: 'Ada', address: ADDRESS, roles: ['sales'], state: 'active', now: clock.now });
    const ask = (remoteAddress: string) => post('/sign-in/link/ask', { address: ADDRESS }, { remoteAddress });
    const links = async () => (await store.db.selectFrom('staff_sign_ins').select('id').where('account_id', '=', id).execute()).length;
    await ask('203.0.113.1');
    await store.db.updateTable('staff_sign_ins').set({ used_at: clock.now }).execute();
    clock.now += 7_200_000;
    for (let network = 0; network < 60; network += 1) await ask(`198.51.${network}.9`);
    const taken = await links();
    await ask('192.0.2.1');
    expect(await links()).toBe(taken);
    for (let asked = 0; asked < LINKS_PER_HOUR + 2; asked += 1) await ask('203.0.113.9');
    expect(await links()).toBe(taken + LINKS_PER_HOUR);
  });

  test('of a first start ends the session of another that was pressed before', async () => {
    const { context, post, desk, origin } = await setUp();
    const press = async (link: string | undefined) => {
      const pressed = await post('/first', { token: new URL(link!).searchParams.get('token')! });
      return String([pressed.headers['set-cookie']].flat()[0]).split(';')[0]!;
    };
    const links = [await makeFirstLink(context), await makeFirstLink(context)];
    const [first, second] = [await press(links[0]), await press(links[1])];
    const isSignedIn = async (cookie: string) =>
      (await desk.inject({ url: '/api/me', headers: { cookie, host: new URL(origin).host } })).statusCode;
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([401, 200]);
  });
});
