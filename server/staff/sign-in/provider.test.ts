import { pino, type Logger } from 'pino';
import { describe, expect, test } from 'vitest';
import { invitePerson, me, revokePerson } from '../../../contract/calls/desk/account-calls.ts';
import { beginNewPasskey, beginPasskey } from '../../../contract/calls/desk/passkey-calls.ts';
import { freshStore, testOnStores } from '../../store/store.testing.ts';
import { callDesk, testDesk } from '../../testing/desk.testing.ts';
import { findByAddress, insertAccount, updateAccount } from '../accounts.ts';
import { makeFirstLink } from '../first-link.ts';
import { providerDouble, type Claims, type Signer } from './provider.testing.ts';
import { newToken, tokenHash } from './cookies.ts';
import { beginSignIn, signInTimes } from './sign-ins.ts';

const ADDRESS = 'ada@staff.internal';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function setUp(env: Record<string, string> = {}, logger?: Logger) {
  const provider = await providerDouble();
  const oidc = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'secret' };
  const set = await testDesk(await freshStore(), { ...oidc, ...env }, { ...(logger && { logger }) });
  const { ask, clock, context } = set;
  await insertAccount(context.store.db, { name: 'Ada', address: ADDRESS, roles: ['sales'], state: 'invited', now: clock.now });
  const cookieIn = (header: unknown) => String([header].flat()[0]).split(';')[0]!;
  const begin = async () => {
    const sent = await ask({ url: '/sign-in/company' });
    return { address: String(sent.headers.location), browser: cookieIn(sent.headers['set-cookie']) };
  };
  const press = (answer: string, cookie = '') =>
    ask({
      method: 'POST',
      url: '/sign-in/company/back',
      headers: { ...form, cookie },
      payload: new URLSearchParams({ answer }).toString(),
    });
  const sessions = () => context.store.db.selectFrom('staff_sessions').selectAll().execute();
  return { ...set, provider, begin, press, cookieIn, sessions };
}

describe('the company’s provider', () => {
  testOnStores('signs in by a press, once, in the browser that it was visited from', async () => {
    const { provider, begin, press, ask, cookieIn, sessions } = await setUp();
    const { address, browser } = await begin();
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      client_id: 'desk',
      response_type: 'code',
      redirect_uri: 'http://localhost:3100/sign-in/company/back',
      code_challenge_method: 'S256',
    });
    const answer = provider.visit(address, { email: ADDRESS.toUpperCase() });
    for (const method of ['HEAD', 'GET'] as const) {
      const back = await ask({ method, url: `/sign-in/company/back?${answer}`, headers: { cookie: browser } });
      expect([back.statusCode, back.headers['set-cookie']]).toEqual([200, undefined]);
    }
    expect(await sessions()).toEqual([]);
    expect((await press(answer)).statusCode).toBe(410);
    const pressed = await press(answer, browser);
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, '/']);
    const cookie = cookieIn(pressed.headers['set-cookie']);
    expect((await callDesk(ask, { call: me, input: {}, cookie })).json()).toMatchObject({ name: 'Ada', session: { way: 'provider' } });
    expect((await press(answer, browser)).statusCode).toBe(410);
    expect(await sessions()).toHaveLength(1);
  });
});

describe('nobody is signed in', () => {
  const forged: [string, Claims, Signer?][] = [
    ['by an address of no account', { email: 'nobody@staff.internal' }],
    ['by an address that the provider has not verified', { email: ADDRESS, email_verified: false }],
    ['by an address that the provider calls unverified in a text', { email: ADDRESS, email_verified: 'false' }],
    ['by an address that the provider calls verified in a text', { email: ADDRESS, email_verified: 'true' }],
    ['by an address that the provider verified with 0', { email: ADDRESS, email_verified: 0 }],
    ['by an address that the provider verified with null', { email: ADDRESS, email_verified: null }],
    ['by a subject that is empty', { email: ADDRESS, sub: '' }],
    ['without an address', {}],
    ['by a token for somebody else’s application', { email: ADDRESS, aud: 'another' }],
    ['by a token of another provider', { email: ADDRESS, iss: 'https://evil.example' }],
    ['by a token of another visit', { email: ADDRESS, nonce: 'another' }],
    ['by a token that is too old', { email: ADDRESS, exp: 1_000_000 }],
    ['by a token that a stranger signed', { email: ADDRESS }, 'a stranger'],
    ['by a token that nobody signed', { email: ADDRESS }, 'nobody'],
    ['by a token that whoever has the provider’s public key signed', { email: ADDRESS }, 'its public key'],
    ['by a token that whoever has our secret signed', { email: ADDRESS }, 'the secret'],
    ['by an address in letters that only look like its own', { email: ADDRESS.replace('staff', 'ｓtaff') }],
    ['by addresses in a list', { email: [ADDRESS] }],
    ['by a subject that is no text', { email: ADDRESS, sub: 1 }],
    ['by a subject of blanks', { email: ADDRESS, sub: '  ' }],
    ['by a token for several applications that was not made for this one', { email: ADDRESS, aud: ['desk', 'another'], azp: 'another' }],
    ['by a token that is not valid yet', { email: ADDRESS, nbf: Date.now() }],
    ['by a token without an end', { email: ADDRESS, exp: undefined }],
    ['by a token without its visit', { email: ADDRESS, nonce: undefined }],
  ];
  test.each(forged)('%s', async (_, claims, signedBy) => {
    const { provider, begin, press, sessions } = await setUp();
    const { address, browser } = await begin();
    const pressed = await press(provider.visit(address, claims, signedBy), browser);
    expect([pressed.statusCode, pressed.headers['set-cookie']]).toEqual([403, undefined]);
    expect(await sessions()).toEqual([]);
  });

  test('where the provider has to say that it verified the address, and does not', async () => {
    const { provider, begin, press, sessions } = await setUp({ OIDC_EMAIL_VERIFIED: 'required' });
    const visit = async (claims: Claims) => {
      const { address, browser } = await begin();
      return (await press(provider.visit(address, claims), browser)).statusCode;
    };
    expect(await visit({ email: ADDRESS })).toBe(403);
    expect(await sessions()).toEqual([]);
    expect(await visit({ email: ADDRESS, email_verified: true })).toBe(303);
  });

  test('and the log says why, without whose address it was', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const { provider, begin, press } = await setUp({}, logger);
    const { address, browser } = await begin();
    await press(provider.visit(address, { email: ADDRESS, email_verified: 'false' }), browser);
    expect(lines.join('')).toContain('the provider did not verify the e-mail address');
    expect(lines.join('')).not.toContain(ADDRESS);
  });

  test('with another state, too late, or whose account was revoked', async () => {
    const { provider, begin, press, sessions, clock, context } = await setUp();
    const first = await begin();
    const answer = provider.visit(first.address, { email: ADDRESS }).replace(/state=.*/, 'state=another');
    expect((await press(answer, first.browser)).statusCode).toBe(403);
    const late = await begin();
    const given = provider.visit(late.address, { email: ADDRESS });
    clock.now += signInTimes.provider;
    expect((await press(given, late.browser)).statusCode).toBe(410);
    const account = await findByAddress(context.store.db, ADDRESS);
    await updateAccount(context.store.db, account!.id, { state: 'revoked' });
    const revoked = await begin();
    expect((await press(provider.visit(revoked.address, { email: ADDRESS }), revoked.browser)).statusCode).toBe(403);
    expect(await sessions()).toEqual([]);
  });
});

describe('an account belongs to whom the provider named first', () => {
  test('who is found with another address too, and a successor with the same address is not', async () => {
    const { provider, begin, press, sessions, context } = await setUp();
    const visit = async (claims: Claims) => {
      const { address, browser } = await begin();
      return (await press(provider.visit(address, claims), browser)).statusCode;
    };
    expect(await visit({ sub: 'ada', email: ADDRESS })).toBe(303);
    expect(await visit({ sub: 'ada', email: 'ada.married@staff.internal' })).toBe(303);
    expect(await visit({ sub: 'successor', email: ADDRESS })).toBe(403);
    const account = await findByAddress(context.store.db, ADDRESS);
    expect((await sessions()).map((row) => row.account_id)).toEqual([account!.id, account!.id]);
  });

  test('until it is revoked and invited again, or the company changes its provider', async () => {
    const { provider, begin, press, signedIn, context } = await setUp();
    const visit = async (claims: Claims) => {
      const { address, browser } = await begin();
      return (await press(provider.visit(address, claims), browser)).statusCode;
    };
    expect(await visit({ sub: 'ada', email: ADDRESS })).toBe(303);
    const { id } = (await findByAddress(context.store.db, ADDRESS))!;
    const admin = await signedIn('admin');
    expect((await admin.call(revokePerson, { id })).statusCode).toBe(200);
    expect(await visit({ sub: 'ada', email: ADDRESS })).toBe(403);
    expect((await admin.call(invitePerson, { name: 'Bea', address: ADDRESS, roles: ['hr'] })).statusCode).toBe(200);
    expect(await visit({ sub: 'bea', email: ADDRESS })).toBe(303);
    expect(await visit({ sub: 'ada', email: ADDRESS })).toBe(403);
    await updateAccount(context.store.db, id, { provider_subject: 'https://former.example bea' });
    expect(await visit({ sub: 'new', email: ADDRESS })).toBe(303);
  });
});

test('where a provider is set, it alone signs in; the first link makes the first administrator all the same', async () => {
  const { ask, signedIn, context, clock } = await setUp();
  expect((await ask({ url: '/sign-in' })).body).toMatch(/href="\/sign-in\/company"(?![^]*(passkey|link))/);
  const browser = newToken();
  const token = newToken();
  const account = await findByAddress(context.store.db, ADDRESS);
  const before = { kind: 'link', browser, token_hash: tokenHash(token), account_id: account!.id, now: clock.now } as const;
  await beginSignIn(context.store.db, before);
  for (const url of ['/sign-in/link', '/first', '/sign-in/link/ask']) {
    const headers = { ...form, cookie: `desk-sign-in=${browser}` };
    const answer = await ask({ method: 'POST', url, headers, payload: new URLSearchParams({ token, address: ADDRESS }).toString() });
    expect([url, answer.headers['set-cookie']]).toEqual([url, undefined]);
  }
  expect((await callDesk(ask, { call: beginPasskey, input: {}, cookie: undefined })).statusCode).toBe(409);
  expect((await (await signedIn('sales')).call(beginNewPasskey, {})).statusCode).toBe(409);
  const link = new URL((await makeFirstLink(context))!);
  const payload = link.searchParams.toString();
  expect((await ask({ method: 'POST', url: '/first', headers: form, payload })).headers.location).toBe('/welcome');
});

test('a provider that does not answer is said, and asked again', async () => {
  const { ask } = await setUp({ OIDC_ISSUER: 'http://localhost:1' });
  for (let tries = 0; tries < 2; tries += 1) expect((await ask({ url: '/sign-in/company' })).statusCode).toBe(503);
});
