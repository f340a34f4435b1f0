import { describe, expect, test } from 'vitest';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { me, signOut } from '../../contract/calls/desk/account-calls.ts';
import { streamBeat } from '../../contract/calls/desk/work-schemas.ts';
import { FRESH } from '../http/desk-route.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { testDesk, type SignedIn } from '../testing/desk.testing.ts';
import { insertAccount } from './accounts.ts';

async function setUp(env: Record<string, string> = {}) {
  const set = await testDesk(await freshStore(), env);
  const { db } = set.context.store;
  const post = (url: string, { cookie }: Pick<SignedIn, 'cookie'>, fields: Record<string, string> = {}) =>
    set.ask({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      payload: new URLSearchParams(fields).toString(),
    });
  const actions = async () =>
    (await db.selectFrom('staff_actions').select(['account_id', 'action']).orderBy('id').execute()).map((row) => [
      row.account_id,
      row.action,
    ]);
  const sessionOf = async ({ accountId }: SignedIn) =>
    (await db.selectFrom('staff_sessions').select('id').where('account_id', '=', accountId).orderBy('id').executeTakeFirstOrThrow()).id;
  return { ...set, db, post, actions, idOf: sessionOf };
}

describe('the pages of an account', () => {
  testOnStores('sign out, and end another session after a fresh sign-in alone, each on record', async () => {
    const { signedIn, sessionOf, post, actions, idOf, clock, ask } = await setUp();
    const ada = await signedIn('sales');
    clock.now += FRESH + 1;
    const id = await idOf(ada);
    const late = await post('/account/end-session', ada, { id });
    expect([late.statusCode, (await ada.call(me, {})).statusCode]).toEqual([303, 200]);
    const fresh = await sessionOf(ada.accountId, 'link');
    expect((await ask({ url: '/account', headers: { cookie: ada.cookie } })).body).not.toContain('/account/end-session');
    expect((await ask({ url: '/account', headers: { cookie: fresh.cookie } })).body).toContain('/account/end-session');
    await post('/account/end-session', fresh, { id });
    expect((await ada.call(me, {})).statusCode).toBe(401);
    await post('/account/sign-out', fresh);
    await (await sessionOf(ada.accountId, 'link')).call(signOut, {});
    expect(await actions()).toEqual(['session ended', 'signed out', 'signed out'].map((action) => [ada.accountId, action]));
  });

  test('have on record who the first administrator says to be', async () => {
    const { sessionOf, post, actions, db, clock } = await setUp();
    const person = { name: 'Administrator', address: '', roles: ['admin'], state: 'active', now: clock.now } as const;
    const first = await sessionOf(await insertAccount(db, person), 'first');
    expect((await post('/welcome', first, { name: 'Ada', address: 'ada@staff.internal' })).headers.location).toBe('/');
    expect(await actions()).toEqual([[first.accountId, 'account changed']]);
    expect((await post('/welcome', first, { name: 'Bob', address: 'bob@staff.internal' })).statusCode).toBe(422);
    expect(await actions()).toHaveLength(1);
  });
});

test('a session that is ended on its page ends what is open with it at once', async () => {
  const { signedIn, desk, origin, post } = await setUp();
  const ada = await signedIn('sales');
  const headers = { cookie: ada.cookie, host: new URL(origin).host };
  const stream = (await desk.inject({ url: leadWork.changes.path, headers, payloadAsStream: true })).stream();
  let isOver = false;
  stream.on('data', () => undefined).on('end', () => (isOver = true));
  await post('/account/sign-out', ada);
  // Before its next heartbeat could end it.
  await expect.poll(() => isOver, { timeout: streamBeat.pause / 2 }).toBe(true);
});

test.each(['/sign-in', '/welcome', '/account'])('%s is shown a client so often, and others still', async (url) => {
  const { ask } = await setUp({ RATE_LIMIT: 'on' });
  const asked = async (remoteAddress: string) => (await ask({ url, remoteAddress })).statusCode;
  const statuses = new Set<number>();
  for (let times = 0; times < 310; times += 1) statuses.add(await asked('203.0.113.7'));
  expect(statuses).toContain(429);
  expect(await asked('203.0.113.7')).toBe(429);
  expect(await asked('198.51.100.7')).not.toBe(429);
});

test('an office behind one address gets its links in the morning', async () => {
  const { ask } = await setUp({ RATE_LIMIT: 'on' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const statuses: number[] = [];
  for (let nth = 0; nth < 41; nth += 1) {
    const payload = new URLSearchParams({ address: `colleague${nth}@staff.internal` }).toString();
    const answer = await ask({ method: 'POST', url: '/sign-in/link/ask', headers, payload, remoteAddress: '203.0.113.8' });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...Array<number>(40).fill(303), 429]);
});
