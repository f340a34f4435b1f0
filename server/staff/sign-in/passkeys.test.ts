import { describe, expect, test } from 'vitest';
import { listSessions, me, removePasskeysOfPerson, revokePerson } from '../../../contract/calls/desk/account-calls.ts';
import {
  addPasskey,
  beginNewPasskey,
  beginPasskey,
  finishPasskey,
  listPasskeys,
  removePasskey,
} from '../../../contract/calls/desk/passkey-calls.ts';
import { FRESH } from '../../http/desk-route.ts';
import { freshStore, testOnStores } from '../../store/store.testing.ts';
import { callDesk, testDesk, type SignedIn } from '../../testing/desk.testing.ts';
import { authenticator } from './authenticator.testing.ts';
import { signInTimes } from './sign-ins.ts';

const origin = 'https://desk.example.com';
const place = { origin, rpId: 'desk.example.com' };

const forged: [string, Changes][] = [
  ['made for another site', { origin: 'https://evil.example' }],
  ['made under another name', { rpId: 'example.com' }],
  ['to another challenge', { challenge: Buffer.from('x'.repeat(32)).toString('base64url') }],
  ['without a person who was verified', { flags: 0x01 }],
];

type Key = ReturnType<typeof authenticator>;
type Changes = Partial<typeof place> & { flags?: number; challenge?: string };

async function setUp(env: Record<string, string> = {}) {
  const set = await testDesk(await freshStore(), { DESK_URL: origin, ...env });
  const { ask } = set;
  const cookieOf = (header: unknown) => String([header].flat()[0]).split(';')[0]!;

  const begunNew = async (who: SignedIn) => {
    const begun = await who.call(beginNewPasskey, {});
    const { challenge } = begun.json<{ challenge: string }>();
    return { challenge, cookie: `${who.cookie}; ${cookieOf(begun.headers['set-cookie'])}` };
  };
  const addBegun = ({ challenge, cookie }: Awaited<ReturnType<typeof begunNew>>, key: Key, changes: Changes = {}) =>
    callDesk(ask, { call: addPasskey, input: key.create({ challenge, ...place, ...changes }), cookie });
  const add = async (who: SignedIn, key: Key, changes: Changes = {}) => addBegun(await begunNew(who), key, changes);
  const begin = async () => {
    const begun = await callDesk(ask, { call: beginPasskey, input: {}, cookie: undefined });
    return { challenge: begun.json<{ challenge: string }>().challenge, browser: cookieOf(begun.headers['set-cookie']) };
  };
  const finish = (input: object, browser: string) => callDesk(ask, { call: finishPasskey, input, cookie: browser });
  const signIn = async (key: Key, changes: Changes = {}) => {
    const { challenge, browser } = await begin();
    return finish(key.get({ challenge, ...place, ...changes }), browser);
  };
  return { ...set, add, begunNew, addBegun, begin, finish, signIn, cookieOf };
}

describe('a passkey', () => {
  test('is added, signs in, and is removed', async () => {
    const { add, signIn, signedIn, ask, cookieOf } = await setUp();
    const ada = await signedIn('hr');
    const key = authenticator();
    expect((await add(ada, key)).json()).toEqual({ id: key.id });
    expect((await ada.call(listPasskeys, {})).json()).toMatchObject({ passkeys: [{ id: key.id, usedAt: null }] });

    const signed = await signIn(key);
    expect([signed.statusCode, signed.headers['set-cookie']]).toEqual([200, expect.stringMatching(/^__Host-desk-session=[\w-]{43};/)]);
    const cookie = cookieOf(signed.headers['set-cookie']);
    expect((await callDesk(ask, { call: me, input: {}, cookie })).json()).toMatchObject({ id: ada.accountId, session: { way: 'passkey' } });

    const other = await signedIn('admin');
    expect((await other.call(removePasskey, { id: key.id })).statusCode).toBe(404);
    expect((await ada.call(removePasskey, { id: key.id })).statusCode).toBe(200);
    expect((await signIn(key)).statusCode).toBe(401);
  });

  test('of somebody who was revoked signs nobody in', async () => {
    const { add, signIn, signedIn } = await setUp();
    const [admin, ada] = [await signedIn('admin'), await signedIn('hr')];
    const key = authenticator();
    await add(ada, key);
    expect((await admin.call(revokePerson, { id: ada.accountId })).statusCode).toBe(200);
    expect((await signIn(key)).statusCode).toBe(401);
  });
});

describe('where a passkey is required', () => {
  const env = { DESK_PASSKEYS: 'required' };
  const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);

  test('a link adds the first one, and its session ends; the passkey then opens the desk', async () => {
    const { add, signIn, signedIn, ask, cookieOf } = await setUp(env);
    const ada = await signedIn('hr');
    const key = authenticator();
    expect((await ada.call(me, {})).json()).toMatchObject({ needsPasskey: true });
    const page = await ask({ url: '/account', headers: { cookie: ada.cookie } });
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Add a passkey')]);
    expect((await ada.call(listSessions, {})).statusCode).toBe(403);

    const added = await add(ada, key);
    expect([added.json(), added.headers['set-cookie']]).toEqual([
      { id: key.id },
      expect.stringMatching(/^__Host-desk-session=;.*Max-Age=0/),
    ]);
    expect((await ada.call(me, {})).statusCode).toBe(401);
    const cookie = cookieOf((await signIn(key)).headers['set-cookie']);
    expect(cookie).not.toBe(ada.cookie);
    expect((await callDesk(ask, { call: listSessions, input: {}, cookie })).statusCode).toBe(200);
    expect((await callDesk(ask, { call: me, input: {}, cookie })).json()).toMatchObject({
      needsPasskey: false,
      session: { way: 'passkey' },
    });
  });

  test('a mailbox alone opens no account that has one, by a call or by a page', async () => {
    const { add, signedIn, sessionOf, ask, signIn } = await setUp(env);
    const ada = await signedIn('hr');
    const key = authenticator();
    await add(ada, key);
    const { call, cookie } = await sessionOf(ada.accountId, 'link');
    const answers = [await call(beginNewPasskey, {}), await call(removePasskey, { id: key.id }), await call(listPasskeys, {})];
    expect(statuses(answers)).toEqual([403, 403, 403]);
    const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const removed = await ask({ method: 'POST', url: '/account/remove-passkey', headers: form, payload: `id=${key.id}` });
    expect([removed.statusCode, removed.headers.location]).toEqual([303, '/account']);
    const page = await ask({ url: '/account', headers: { cookie } });
    expect([page.body.includes('Sign in with your passkey'), page.body.includes('new-passkey')]).toEqual([true, false]);
    expect((await signIn(key)).statusCode).toBe(200);
    const left = await ask({ method: 'POST', url: '/account/sign-out', headers: form, payload: '' });
    expect([left.statusCode, (await call(me, {})).statusCode]).toEqual([303, 401]);
  });

  testOnStores('of two links that add the first one at once, one does', async () => {
    const { begunNew, addBegun, signedIn, sessionOf, context } = await setUp(env);
    const ada = await signedIn('hr');
    const begun = [await begunNew(ada), await begunNew(await sessionOf(ada.accountId, 'link'))];
    const answers = await Promise.all(begun.map((one) => addBegun(one, authenticator())));
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(1);
    expect(await context.store.db.selectFrom('staff_passkeys').select('id').execute()).toHaveLength(1);
  });

  testOnStores('the last one stays, by a call, by the page and by two at once; one of several goes', async () => {
    const { add, signIn, signedIn, cookieOf, ask } = await setUp(env);
    const ada = await signedIn('hr');
    const [first, second] = [authenticator(), authenticator()];
    await add(ada, first);
    const cookie = cookieOf((await signIn(first)).headers['set-cookie']);
    const call = (id: string) => callDesk(ask, { call: removePasskey, input: { id }, cookie });
    const refused = await call(first.id);
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([409, expect.stringContaining('your only passkey')]);
    const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    await ask({ method: 'POST', url: '/account/remove-passkey', headers: form, payload: `id=${first.id}` });
    const page = (await ask({ url: '/account', headers: { cookie } })).body;
    expect([page.includes('your only passkey'), page.includes('/account/remove-passkey')]).toEqual([true, false]);
    expect((await signIn(first)).statusCode).toBe(200);

    expect((await add({ ...ada, cookie, call: (named, input) => callDesk(ask, { call: named, input, cookie }) }, second)).statusCode).toBe(
      200,
    );
    expect((await ask({ url: '/account', headers: { cookie } })).body).toContain('/account/remove-passkey');
    expect(statuses(await Promise.all([call(first.id), call(second.id)])).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('an administrator removes lost ones: sessions end, and the next link adds another', async () => {
    const { add, signIn, signedIn, signedInBy, sessionOf, context, cookieOf, ask } = await setUp(env);
    const [admin, ada] = [await signedInBy('passkey', ['admin']), await signedIn('hr')];
    const lost = authenticator();
    await add(ada, lost);
    const stolen = cookieOf((await signIn(lost)).headers['set-cookie']);
    expect((await admin.call(removePasskeysOfPerson, { id: ada.accountId })).statusCode).toBe(200);
    expect([(await callDesk(ask, { call: me, input: {}, cookie: stolen })).statusCode, (await signIn(lost)).statusCode]).toEqual([
      401, 401,
    ]);
    const actions = await context.store.db
      .selectFrom('staff_actions')
      .select(['account_id', 'subject_id', 'detail'])
      .where('action', '=', 'passkeys removed')
      .execute();
    expect(actions.map((row) => ({ ...row }))).toEqual([
      { account_id: admin.accountId, subject_id: ada.accountId, detail: '{"passkeys":1}' },
    ]);
    const found = authenticator();
    expect((await add(await sessionOf(ada.accountId, 'link'), found)).statusCode).toBe(200);
    expect((await signIn(found)).statusCode).toBe(200);
  });
});

describe('a passkey’s answer signs nobody in', () => {
  test.each(forged)('%s', async (_, changes) => {
    const { add, signIn, signedIn, store } = await withStore();
    const key = authenticator();
    await add(await signedIn('hr'), key);
    const before = await sessions(store);
    const answer = await signIn(key, changes);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([401, undefined]);
    expect(await sessions(store)).toBe(before);
    expect((await signIn(key)).statusCode).toBe(200);
  });

  test('twice, in another browser, or too late', async () => {
    const { add, begin, finish, signedIn, clock } = await setUp();
    const key = authenticator();
    await add(await signedIn('hr'), key);
    const { challenge, browser } = await begin();
    const answer = key.get({ challenge, ...place });
    expect((await finish(answer, (await begin()).browser)).statusCode).toBe(401);
    expect((await finish(answer, browser)).statusCode).toBe(200);
    expect((await finish(answer, browser)).statusCode).toBe(401);
    const late = await begin();
    clock.now += signInTimes.passkey;
    expect((await finish(key.get({ challenge: late.challenge, ...place }), late.browser)).statusCode).toBe(401);
  });

  test('of a copy, whose counter stands behind, or of a key that nobody has', async () => {
    const { add, signIn, signedIn } = await setUp();
    const key = authenticator();
    await add(await signedIn('hr'), key);
    expect((await signIn(key)).statusCode).toBe(200);
    key.rewind(2);
    expect((await signIn(key)).statusCode).toBe(401);
    const unknown = await signIn(authenticator());
    expect([unknown.statusCode, unknown.json()]).toEqual([401, (await signIn(key)).json()]);
  });
});

describe('a new passkey', () => {
  test.each(forged)('%s is refused', async (_, changes) => {
    const { add, signedIn } = await setUp();
    expect((await add(await signedIn('hr'), authenticator(), changes)).statusCode).toBe(422);
  });

  test('is added by a fresh sign-in alone, to nobody else’s account, once', async () => {
    const { add, signedIn, clock, ask, cookieOf } = await setUp();
    const [ada, mallory] = [await signedIn('hr'), await signedIn('sales')];
    const key = authenticator();
    const begun = await ada.call(beginNewPasskey, {});
    const { challenge } = begun.json<{ challenge: string }>();
    const stolen = `${mallory.cookie}; ${cookieOf(begun.headers['set-cookie'])}`;
    expect((await callDesk(ask, { call: addPasskey, input: key.create({ challenge, ...place }), cookie: stolen })).statusCode).toBe(422);
    expect((await add(ada, key)).statusCode).toBe(200);
    expect((await add(mallory, key)).statusCode).toBe(409);
    clock.now += FRESH + 1;
    const late = await ada.call(beginNewPasskey, {});
    expect([late.statusCode, late.json()]).toEqual([401, expect.objectContaining({ title: 'Sign in again' })]);
  });
});

async function withStore() {
  const set = await setUp();
  return { ...set, store: set.context.store };
}

async function sessions({ db }: Awaited<ReturnType<typeof withStore>>['store']): Promise<number> {
  return (await db.selectFrom('staff_sessions').select('id').execute()).length;
}
