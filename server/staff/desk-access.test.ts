import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { apiPaths, linkPaths } from '../../contract/api.ts';
import { me, revokeSession, signOut } from '../../contract/calls/desk/account-calls.ts';
import { deskCalls } from '../../contract/calls/desk/call-list.ts';
import { encodeCall, parametersOf } from '../../contract/calls/desk/call-request.ts';
import { mayCall, PASSKEY_NEEDED, type Call } from '../../contract/calls/desk/call.ts';
import { listNotices } from '../../contract/calls/desk/notice-calls.ts';
import { mayUse, roles, workingRoles, type Role } from '../../contract/desk/roles.ts';
import { pages } from '../../contract/pages.ts';
import { freshStore, temporaryFolder } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { callDesk, testDesk } from '../testing/desk.testing.ts';
import { rotated } from '../testing/rotation.testing.ts';
import { loadDesk } from './desk-files.ts';

/** With each role alone, and with each that only reads. */
const holders: readonly (readonly Role[])[] = [...roles.map((role) => [role]), ...workingRoles.map((role): Role[] => [role, 'viewer'])];

async function setUp(env: Record<string, string> = {}) {
  const set = await testDesk(await freshStore(), env);
  return set;
}

test('every declared call has its handler, and the desk no other call', async () => {
  const { desk } = await setUp();
  await desk.ready();
  for (const { method, path } of deskCalls) expect([path, desk.hasRoute({ method, url: path })]).toEqual([path, true]);
});

test('every call, by nobody and by each role, is answered as the table says', async () => {
  const { ask, signedIn } = await setUp();
  const faults: string[] = [];
  for (const [place, call] of deskCalls.entries()) {
    // Nobody (undefined), an account without a role, and in turn those that have some.
    for (const held of [undefined, [], ...rotated(holders, place, 3)]) {
      // A session for each call, since signing out is a call, too.
      const cookie = held && (await signedIn(...held)).cookie;
      const { status } = await answerOf(ask, call, cookie);
      const refused = held === undefined ? 401 : 403;
      const isRight = mayCall(held, call) ? status < 500 && status !== 401 && status !== 403 : status === refused;
      if (!isRight) faults.push(`${call.name} by ${held?.join() ?? 'nobody'}: ${status}`);
    }
  }
  expect(deskCalls.length).toBeGreaterThan(10);
  expect(faults).toEqual([]);
});

describe('where a passkey is required', () => {
  const env = { DESK_PASSKEYS: 'required' };

  test.each(
    rotated(
      [
        ['link', 'none', ['me', 'passkeys.add', 'passkeys.begin-new', 'sign-out']],
        ['link', 'one', ['me', 'sign-out']],
        ['first', 'none', ['me', 'passkeys.add', 'passkeys.begin-new', 'sign-out']],
        ['first', 'one', ['me', 'sign-out']],
        ['provider', 'none', ['me', 'passkeys.add', 'passkeys.begin-new', 'sign-out']],
      ] as const,
      0,
      2,
    ),
  )('a session that began by %s, of an account that has %s, is answered by few calls, whatever its roles', async (way, has, few) => {
    const { ask, signedInBy, context, desk } = await setUp(env);
    await desk.ready();
    const answered: string[] = [];
    for (const call of deskCalls.filter(({ access }) => access !== 'anyone')) {
      const { cookie, accountId } = await signedInBy(way, workingRoles);
      if (has === 'one') await addPasskeyRow(context.store, accountId);
      const answer = await answerOf(ask, call, cookie);
      const isRefused = answer.status === 403 && answer.title === PASSKEY_NEEDED;
      if (!isRefused) answered.push(call.name);
    }
    expect(answered.toSorted()).toEqual(few);
  });

  test('one that began by a passkey is answered as the table says', async () => {
    const { ask, signedInBy } = await setUp(env);
    const faults: string[] = [];
    for (const call of deskCalls.filter(({ access }) => access !== 'anyone')) {
      const { status } = await answerOf(ask, call, (await signedInBy('passkey', ['admin'])).cookie);
      if ((status === 403) === mayUse(['admin'], call.access)) faults.push(`${call.name}: ${status}`);
    }
    expect(faults).toEqual([]);
  });
});

async function addPasskeyRow({ db }: Store, accountId: string): Promise<void> {
  const row = {
    id: accountId,
    account_id: accountId,
    public_key: '',
    counter: 0,
    transports: '[]',
    name: 'A key',
    created_at: 1,
    used_at: null,
  };
  await db.insertInto('staff_passkeys').values(row).execute();
}

/** The input does not matter without access, which is checked first. */
async function answerOf(ask: Ask, call: Call, cookie: string | undefined): Promise<{ status: number; title?: string }> {
  const input = Object.fromEntries(parametersOf(call.path).map((name) => [name, 'none']));
  if (call.sends === undefined) {
    const answer = await callDesk(ask, { call, input, cookie });
    return { ...answer.json<{ title?: string }>(), status: answer.statusCode };
  }
  const { method, path, body } = encodeCall(call, input);
  const headers = { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) };
  const answer = await ask({ method, url: path, headers, ...(body && { payload: body }), payloadAsStream: true });
  if (answer.statusCode === 200) {
    answer.stream().destroy();
    return { status: 200 };
  }
  return { ...((await json(answer.stream())) as { title?: string }), status: answer.statusCode };
}

type Ask = Awaited<ReturnType<typeof testDesk>>['ask'];

describe('two listeners', () => {
  test('nothing of the desk is under the public origin', async () => {
    const { site } = await setUp();
    const own = [
      '/sign-in',
      '/sign-in/sent',
      '/sign-in/link',
      '/first',
      '/welcome',
      '/new-address',
      '/account',
      '/sign-in.css',
      '/sign-in.js',
    ];
    for (const url of own) expect([url, (await site.inject(url)).statusCode]).toEqual([url, 404]);
    for (const call of deskCalls) {
      const { method, path, body } = encodeCall(call, Object.fromEntries(parametersOf(call.path).map((name) => [name, 'none'])));
      const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
      const answer = await site.inject({ method, url: path, headers, ...(body && { payload: body }) });
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
    const { paths } = (await site.inject('/openapi.json')).json<{ paths: object }>();
    expect(Object.keys(paths).filter((path) => path.startsWith('/api/'))).toEqual([]);
  });

  test('nothing public is at the desk', async () => {
    const { ask } = await setUp();
    for (const { path } of pages.filter(({ path }) => path !== '/' && path !== '404')) {
      const { statusCode } = await ask({ url: path.split('?')[0]! });
      expect([path, statusCode]).toEqual([path, 404]);
    }
    const calls = [apiPaths.form('www', 'home_cu'), apiPaths.applications, apiPaths.contacts, apiPaths.reports('www'), linkPaths.verify];
    for (const url of [...calls, '/webhooks/bounces', '/hooks/bounces', '/hooks/calendar', '/insights/login']) {
      const { statusCode } = await ask({ method: 'POST', url, payload: {} });
      expect([url, statusCode]).toEqual([url, 404]);
    }
    for (const url of ['/healthz', '/readyz', '/metrics', '/.well-known/security.txt'])
      expect([url, (await ask({ url })).statusCode]).toEqual([url, 404]);
  });

  test('the desk’s document describes each of its calls, and says for whom it is', async () => {
    const { ask } = await setUp();
    const document = (await ask({ url: '/openapi.json' })).json<{ paths: Record<string, Record<string, { operationId: string }>> }>();
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
    const described = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(described.toSorted()).toEqual(deskCalls.map(({ name }) => name).toSorted());
  });
});

test('the application stands at every address of its own, and at no call’s', async () => {
  const store = await freshStore();
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'desk/assets'), { recursive: true });
  writeFileSync(join(folder, 'desk.json'), JSON.stringify({ assets: ['/assets/a.js'] }));
  writeFileSync(join(folder, 'desk/index.html'), '<title>The application</title>');
  writeFileSync(join(folder, 'desk/assets/a.js'), 'let a;');
  writeFileSync(join(folder, 'desk/cv-frame.html'), '<title>CV</title>');
  const files = loadDesk(folder, 'http://localhost:3100');
  const { ask } = await testDesk(store, {}, { files });
  for (const url of ['/', '/leads', '/leads/1?x=1']) {
    const answer = await ask({ url });
    expect([answer.statusCode, answer.body]).toEqual([200, '<title>The application</title>']);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
  }
  expect((await ask({ url: '/assets/a.js' })).headers['cache-control']).toContain('immutable');
  const frame = await ask({ url: '/cv-frame' });
  expect([frame.statusCode, frame.headers['x-frame-options']]).toEqual([200, 'SAMEORIGIN']);
  expect(frame.headers['content-security-policy']).toMatch(/^sandbox allow-scripts; default-src 'none'; .*frame-ancestors 'self'/);
  expect(frame.headers['content-security-policy']).not.toMatch(/unsafe|allow-same-origin|connect-src|blob:|data:/);
  for (const url of ['/assets/b.js', '/api/nothing', '/api']) expect([url, (await ask({ url })).statusCode]).toEqual([url, 404]);
  expect((await ask({ method: 'POST', url: '/leads' })).statusCode).toBe(404);
  expect((await ask({ url: '/sign-in' })).body).not.toContain('The application');
  expect(loadDesk(temporaryFolder(), 'http://localhost:3100')).toBeUndefined();
});

describe('a request that only reads, and', () => {
  const origin = 'http://localhost:3100';
  test.each([
    ['another page of this machine sends', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }, 403],
    ['another site sends', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another site sends in words of its own', { 'sec-fetch-site': 'Same-Origin, cross-site' }, 403],
    ['a browser without these words sends from elsewhere', { origin: 'https://evil.example' }, 403],
    ['a browser without these words follows from elsewhere', { origin: undefined, referer: 'http://localhost:3100.evil.example/' }, 403],
    ['a page without an origin sends', { origin: 'null' }, 403],
    ['a page of the desk sends', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a link of the desk opens, in a browser without these words', { origin: undefined, referer: `${origin}/leads` }, 200],
    ['somebody types', { origin: undefined, 'sec-fetch-site': 'none' }, 200],
    ['no browser sends', { origin: undefined }, 200],
  ])('that %s, is answered and recorded, or neither', async (_, headers, status) => {
    const { ask, signedIn, context } = await setUp();
    const { cookie } = await signedIn('sales');
    for (const url of [listNotices.path, `${listNotices.path}?x=1`, '/%61pi/notices'])
      expect((await ask({ url, headers: { cookie, ...headers } })).statusCode).toBe(status);
    const recorded = await context.store.db.selectFrom('staff_actions').select('action').execute();
    expect(recorded.length > 0).toBe(status === 200);
    if (status !== 200) expect((await ask({ url: '/cv-frame', headers: { cookie, ...headers } })).statusCode).toBe(403);
  });

  test('leads to a page of the desk, is answered wherever the link is', async () => {
    const { ask } = await setUp();
    expect((await ask({ url: '/sign-in', headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } })).statusCode).toBe(
      200,
    );
  });
});

describe('a request that may change something', () => {
  const origin = 'http://localhost:3100';
  test.each([
    ['says nothing of where it comes from', { origin: undefined }, 403],
    ['comes from a page of the site', { origin: 'http://localhost:3000' }, 403],
    ['comes from another site', { origin: 'https://evil.example' }, 403],
    ['says cross-site, whatever its origin', { origin, 'sec-fetch-site': 'cross-site' }, 403],
    ['says same-site', { origin: undefined, 'sec-fetch-site': 'same-site' }, 403],
    ['comes from an origin that is hidden', { origin: 'null' }, 403],
    ['says same-origin and another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
    ['comes from a page that hides its address', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 200],
    ['comes from the desk', { origin }, 200],
    ['comes from the desk, as the browser says', { origin: undefined, 'sec-fetch-site': 'same-origin' }, 200],
  ])('and %s', async (_, headers, status) => {
    const { ask, signedIn } = await setUp();
    const { cookie } = await signedIn('sales');
    const { method, path, body } = encodeCall(signOut, {});
    const answer = await ask({ method, url: path, payload: body, headers: { cookie, 'content-type': 'application/json', ...headers } });
    expect(answer.statusCode).toBe(status);
  });

  test('and names another host is refused, as is any for it', async () => {
    const { ask, signedIn } = await setUp();
    const { cookie } = await signedIn('sales');
    for (const host of ['evil.example', 'localhost:3000', '127.0.0.1:3100'])
      expect((await ask({ url: '/api/me', headers: { cookie, host } })).statusCode).toBe(421);
  });

  test('by a form, as a page of another site could send it, is no call', async () => {
    const { ask, signedIn } = await setUp();
    const { cookie } = await signedIn('sales');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(
        (await ask({ method: 'POST', url: '/api/sign-out', payload: '{}', headers: { cookie, 'content-type': type } })).statusCode,
      ).toBe(415);
  });
});

describe('an answer', () => {
  test('is stored by nobody, and is as bound as the site’s pages', async () => {
    const { ask, signedIn } = await testDesk(await freshStore(), { DESK_URL: 'https://desk.example.com' });
    const sales = await signedIn('sales');
    for (const answer of [await sales.call(me, {}), await ask({ url: '/sign-in' }), await ask({ url: '/api/nothing' })]) {
      expect(answer.headers['cache-control']).toBe('no-store');
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toMatch(/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/);
      expect(policy).not.toContain('unsafe');
      expect(policy).toMatch(/base-uri 'none'.*require-trusted-types-for 'script'/);
      expect(answer.headers).toMatchObject({
        'strict-transport-security': expect.any(String),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
    }
  });

  test('gives nobody the session of somebody else', async () => {
    const { signedIn } = await testDesk(await freshStore());
    const [one, other] = [await signedIn('sales'), await signedIn('admin')];
    const { session } = (await one.call(me, {})).json<{ session: { id: string } }>();
    expect((await other.call(revokeSession, { id: session.id })).statusCode).toBe(404);
    expect((await one.call(me, {})).statusCode).toBe(200);
  });
});
