import { describe, expect, onTestFinished, test } from 'vitest';
import { me, revokePerson } from '../../../contract/desk/account-calls.ts';
import {
  addPasskey,
  beginNewPasskey,
  beginPasskey,
  finishPasskey,
  listPasskeys,
  removePasskey,
} from '../../../contract/desk/passkey-calls.ts';
import { FRESH } from '../../http/desk-route.ts';
import { freshStore, kinds, type Kind } from '../../store/store.testing.ts';
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

async function setUp(dialect: Kind['dialect']) {
  const set = await testDesk(await freshStore(dialect), { DESK_URL: origin });
  onTestFinished(async () => void (await Promise.all([set.desk.close(), set.site.close()])));
  const { ask } = set;
  const cookieOf = (header: unknown) => String([header].flat()[0]).split(';')[0]!;

  const add = async (who: SignedIn, key: Key, changes: Changes = {}) => {
    const begun = await who.call(beginNewPasskey, {});
    const { challenge } = begun.json<{ challenge: string }>();
    const input = key.create({ challenge, ...place, ...changes });
    return callDesk(ask, { call: addPasskey, input, cookie: `${who.cookie}; ${cookieOf(begun.headers['set-cookie'])}` });
  };
  const begin = async () => {
    const begun = await callDesk(ask, { call: beginPasskey, input: {}, cookie: undefined });
    return { challenge: begun.json<{ challenge: string }>().challenge, browser: cookieOf(begun.headers['set-cookie']) };
  };
  const finish = (input: object, browser: string) => callDesk(ask, { call: finishPasskey, input, cookie: browser });
  const signIn = async (key: Key, changes: Changes = {}) => {
    const { challenge, browser } = await begin();
    return finish(key.get({ challenge, ...place, ...changes }), browser);
  };
  return { ...set, add, begin, finish, signIn, cookieOf };
}

describe.each(kinds)('a passkey on $dialect', ({ dialect, skip }) => {
  test.skipIf(skip)('is added, signs in, and is removed', async () => {
    const { add, signIn, signedIn, ask, cookieOf } = await setUp(dialect);
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

  test.skipIf(skip)('of somebody who was revoked signs nobody in', async () => {
    const { add, signIn, signedIn } = await setUp(dialect);
    const [admin, ada] = [await signedIn('admin'), await signedIn('hr')];
    const key = authenticator();
    await add(ada, key);
    expect((await admin.call(revokePerson, { id: ada.accountId })).statusCode).toBe(200);
    expect((await signIn(key)).statusCode).toBe(401);
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
    const { add, begin, finish, signedIn, clock } = await setUp('sqlite');
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
    const { add, signIn, signedIn } = await setUp('sqlite');
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
    const { add, signedIn } = await setUp('sqlite');
    expect((await add(await signedIn('hr'), authenticator(), changes)).statusCode).toBe(422);
  });

  test('is added by a fresh sign-in alone, to nobody else’s account, once', async () => {
    const { add, signedIn, clock, ask, cookieOf } = await setUp('sqlite');
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
  const set = await setUp('sqlite');
  return { ...set, store: set.context.store };
}

async function sessions({ db }: Awaited<ReturnType<typeof withStore>>['store']): Promise<number> {
  return (await db.selectFrom('staff_sessions').select('id').execute()).length;
}
