import { describe, expect, onTestFinished, test } from 'vitest';
import { listPeople, me } from '../../../contract/calls/desk/account-calls.ts';
import { workingRoles } from '../../../contract/desk/roles.ts';
import { openStore } from '../../store/store.ts';
import { freshStore, placeFor, silent, testOnStores } from '../../store/store.testing.ts';
import { testContext } from '../../testing/command.testing.ts';
import { callDesk, testDesk } from '../../testing/desk.testing.ts';
import { mailWorker } from '../../testing/mail-worker.testing.ts';
import { findByAddress, insertAccount, updateAccount } from '../accounts.ts';
import { firstLinkCommand, makeFirstLink, tellFirstLink } from '../first-link.ts';
import { LINKS_PER_HOUR } from './begin-link.ts';
import { sessionTimes } from './sessions.ts';
import { signInTimes } from './sign-ins.ts';

const ADDRESS = 'ada@staff.internal';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function setUp(env: Record<string, string> = {}) {
  const place = await placeFor({ filled: true });
  const store = await openStore({ ...place, poolWait: 30_000 });
  onTestFinished(() => store.close());
  await store.migrate();
  const set = await testDesk(store, { DATA_DIR: place.dataDir, ...env });
  const { clock, ask } = set;
  const { pass, texts } = mailWorker(set);
  await insertAccount(store.db, { name: 'Ada', address: ADDRESS, roles: ['sales'], state: 'invited', now: clock.now });

  const post = (url: string, fields: Record<string, string>, cookie = '') =>
    ask({ method: 'POST', url, headers: { ...form, cookie }, payload: new URLSearchParams(fields).toString() });
  const askLink = async (address: string) => {
    const answer = await post('/sign-in/link/ask', { address });
    return { answer, browser: cookieIn(answer.headers['set-cookie']) };
  };
  const mails = () => pass().then(texts);
  const tokens = async () => (await mails()).flatMap((mail) => /\/sign-in\/link\?token=(?:3D)?([\w-]{43})/.exec(mail)?.[1] ?? []);
  const asks = (cookie: string) => callDesk(ask, { call: me, input: {}, cookie });
  return { ...set, store, post, askLink, mails, tokens, asks };
}

/** The first cookie that an answer sets, as the browser sends it back. */
function cookieIn(header: string | string[] | undefined): string {
  return String([header].flat()[0]).split(';')[0]!;
}

describe('a link to a work address', () => {
  test('signs in by a press, once, in the browser that asked', async () => {
    const { ask, askLink, tokens, post, asks, store } = await setUp();
    const { answer, browser } = await askLink(` ${ADDRESS.toUpperCase()} `);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sign-in/sent']);
    const [token] = await tokens();
    for (const method of ['HEAD', 'GET', 'GET'] as const) {
      const opened = await ask({ method, url: `/sign-in/link?token=${token}`, headers: { cookie: browser } });
      expect([opened.statusCode, opened.headers['set-cookie']]).toEqual([200, undefined]);
    }
    expect(await store.db.selectFrom('staff_sessions').selectAll().execute()).toEqual([]);

    const elsewhere = await post('/sign-in/link', { token: token! });
    expect([elsewhere.statusCode, elsewhere.headers['set-cookie']]).toEqual([403, undefined]);
    const pressed = await post('/sign-in/link', { token: token! }, browser);
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, '/']);
    const session = cookieIn(pressed.headers['set-cookie']);
    expect((await asks(session)).json()).toMatchObject({ name: 'Ada', roles: ['sales'], session: { way: 'link', current: true } });
    const again = await post('/sign-in/link', { token: token! }, browser);
    expect([again.statusCode, again.headers['set-cookie']]).toEqual([410, undefined]);
    expect(await findByAddress(store.db, ADDRESS)).toMatchObject({ state: 'active' });
  });

  test('is answered alike, and leaves the same behind, whoever has the address', async () => {
    const { askLink, mails, store } = await setUp();
    const known = await askLink(ADDRESS);
    const unknown = await askLink('nobody@staff.internal');
    expect([unknown.answer.statusCode, unknown.answer.headers.location]).toEqual([known.answer.statusCode, known.answer.headers.location]);
    const rows = await store.db.selectFrom('staff_sign_ins').selectAll().execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify([rows, await store.db.selectFrom('jobs').select('payload').execute()])).not.toContain('nobody@');
    expect((await mails()).map((mail) => /^To: (.*)$/m.exec(mail)?.[1])).toEqual([ADDRESS]);
  });

  testOnStores('is too old after ten minutes, and works for no account that was revoked', async () => {
    const { askLink, tokens, post, clock, store, ask } = await setUp();
    const { browser } = await askLink(ADDRESS);
    const [token] = await tokens();
    clock.now += signInTimes.link;
    expect((await ask({ url: `/sign-in/link?token=${token}` })).statusCode).toBe(410);
    expect((await post('/sign-in/link', { token: token! }, browser)).statusCode).toBe(410);

    const second = await askLink(ADDRESS);
    const later = (await tokens()).find((one) => one !== token)!;
    const account = await findByAddress(store.db, ADDRESS);
    await updateAccount(store.db, account!.id, { state: 'revoked' });
    expect((await post('/sign-in/link', { token: later }, second.browser)).statusCode).toBe(403);
    expect(await store.db.selectFrom('staff_sessions').selectAll().execute()).toEqual([]);
  });

  test('goes to one account a few times an hour, from one network', async () => {
    const { askLink, mails, clock } = await setUp();
    for (let asked = 0; asked < LINKS_PER_HOUR + 3; asked += 1) expect((await askLink(ADDRESS)).answer.statusCode).toBe(303);
    expect(await mails()).toHaveLength(LINKS_PER_HOUR);
    clock.now += 3_600_001;
    await askLink(ADDRESS);
    expect(await mails()).toHaveLength(LINKS_PER_HOUR + 1);
  });

  test('and no token of it, nor of a session, is in the store', async () => {
    const { askLink, tokens, post, store } = await setUp();
    const { browser } = await askLink(ADDRESS);
    const [token] = await tokens();
    const session = cookieIn((await post('/sign-in/link', { token: token! }, browser)).headers['set-cookie']);
    const stored = JSON.stringify([
      await store.db.selectFrom('staff_sign_ins').selectAll().execute(),
      await store.db.selectFrom('staff_sessions').selectAll().execute(),
      await store.db.selectFrom('jobs').selectAll().execute(),
      await store.db.selectFrom('staff_actions').selectAll().execute(),
    ]);
    for (const secret of [token!, browser.split('=')[1]!, session.split('=')[1]!]) expect(stored).not.toContain(secret);
  });
});

describe('a session', () => {
  test('ends after half an hour without a call, and after twelve hours whatever is done', async () => {
    const { signedIn, asks, clock } = await setUp();
    const idle = await signedIn('sales');
    clock.now += sessionTimes.idle;
    expect((await asks(idle.cookie)).statusCode).toBe(401);

    const used = await signedIn('sales');
    const began = clock.now;
    while (clock.now + 25 * 60_000 < began + sessionTimes.longest) {
      clock.now += 25 * 60_000;
      expect((await asks(used.cookie)).statusCode).toBe(200);
    }
    clock.now = began + sessionTimes.longest;
    expect((await asks(used.cookie)).statusCode).toBe(401);
  });

  testOnStores('is another one after each sign-in, and what the browser had before works no more', async () => {
    const { askLink, tokens, post, asks, signedIn } = await setUp();
    const before = await signedIn('sales');
    const { browser } = await askLink(ADDRESS);
    const [token] = await tokens();
    const pressed = await post('/sign-in/link', { token: token! }, `${browser}; ${before.cookie}`);
    const after = cookieIn(pressed.headers['set-cookie']);
    expect(after).not.toBe(before.cookie);
    expect([(await asks(before.cookie)).statusCode, (await asks(after)).statusCode]).toEqual([401, 200]);
    const planted = `desk-session=${'x'.repeat(43)}`;
    expect((await asks(planted)).statusCode).toBe(401);
  });

  test('has the roles that its account has now, and none once it is revoked', async () => {
    const { signedIn, store } = await setUp();
    const admin = await signedIn('admin');
    expect((await admin.call(listPeople, {})).statusCode).toBe(200);
    await updateAccount(store.db, admin.accountId, { roles: ['sales'] });
    expect((await admin.call(listPeople, {})).statusCode).toBe(403);
    await updateAccount(store.db, admin.accountId, { state: 'revoked' });
    expect((await admin.call(me, {})).statusCode).toBe(401);
  });
});

describe('a cookie', () => {
  test.each([
    ['https://desk.example.com', /^__Host-desk-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600; Secure$/],
    ['http://localhost:3100', /^desk-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600$/],
  ])('of %s is its host’s alone', async (DESK_URL, expected) => {
    const { askLink } = await setUp({ DESK_URL });
    expect(String((await askLink(ADDRESS)).answer.headers['set-cookie'])).toMatch(expected);
  });
});

describe('the first link', () => {
  testOnStores('opens the desk by a press, once, for somebody who then says who they are', async () => {
    const { context, ask, post, asks, store } = await setUp();
    const link = new URL((await makeFirstLink(context))!);
    expect(link.origin).toBe('http://localhost:3100');
    const token = link.searchParams.get('token')!;
    for (const method of ['HEAD', 'GET'] as const) {
      const opened = await ask({ method, url: `/first?token=${token}` });
      expect([opened.statusCode, opened.headers['set-cookie']]).toEqual([200, undefined]);
    }
    const pressed = await post('/first', { token });
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, '/welcome']);
    const cookie = cookieIn(pressed.headers['set-cookie']);
    expect((await asks(cookie)).json()).toMatchObject({ address: '', roles: workingRoles, session: { way: 'first' } });
    expect((await post('/first', { token })).statusCode).toBe(410);

    expect((await post('/welcome', { name: 'Grace', address: 'no address' }, cookie)).statusCode).toBe(422);
    expect((await post('/welcome', { name: 'Grace', address: ADDRESS }, cookie)).statusCode).toBe(422);
    const saved = await post('/welcome', { name: 'Grace', address: 'grace@staff.internal' }, cookie);
    expect([saved.statusCode, saved.headers.location]).toEqual([303, '/']);
    expect((await asks(cookie)).json()).toMatchObject({ name: 'Grace', address: 'grace@staff.internal' });
    await post('/welcome', { name: 'Mallory', address: 'mallory@staff.internal' }, cookie);
    expect(await findByAddress(store.db, 'mallory@staff.internal')).toBeUndefined();
    expect(await makeFirstLink(context)).toBeUndefined();
  });

  test('that an earlier start printed works no more, nor does any once there is an administrator', async () => {
    const { context, ask, post, clock, store } = await setUp();
    const tokenOf = async () => new URL((await makeFirstLink(context))!).searchParams.get('token')!;
    const first = await tokenOf();
    clock.now += 120_000;
    const second = await tokenOf();
    expect((await ask({ url: `/first?token=${first}` })).statusCode).toBe(404);
    const person = { name: 'Grace', address: 'grace@staff.internal', roles: ['admin'], state: 'active', now: clock.now } as const;
    await insertAccount(store.db, person);
    expect((await post('/first', { token: second })).statusCode).toBe(410);
  });
});

test('before anybody has an account the page of signing in says where the first link is, and not the link', async () => {
  const set = await testDesk(await freshStore());
  const link = await makeFirstLink(set.context);
  const page = async () => (await set.ask({ url: '/sign-in' })).body;
  expect(await page()).toMatch(/no administrator yet[^]*npm run desk -- link/);
  expect(await page()).not.toMatch(new RegExp(`token|<form|${new URL(link!).searchParams.get('token')}`));
  await set.signedIn('admin');
  expect(await page()).toMatch(/<h1>Sign in<\/h1>[^]*Work address/);
});

test('the pages of signing in are set in the desk’s font, from its own files', async () => {
  const assets = [
    '/assets/barlow-400-C_x.woff2',
    '/assets/barlow-600-B-y.woff2',
    '/assets/barlow-condensed-500-z.woff2',
    '/assets/index.css',
  ];
  const resource = { headers: {}, etag: '""', body: Buffer.from('') };
  const files = { document: resource, cvFrame: resource, assets: new Map(assets.map((path) => [path, () => resource])) };
  const set = await testDesk(await freshStore(), {}, { files });
  const css = (await set.ask({ url: '/sign-in.css' })).body;
  expect([...css.matchAll(/font-weight: (\d+); font-display: swap; src: url\('([^']+)'\)/g)].map(([, ...face]) => face)).toEqual([
    ['400', assets[0]],
    ['600', assets[1]],
  ]);
});

test('npm run desk -- link prints the first link, and none once there is an administrator', async () => {
  const { store, ask, clock } = await setUp();
  const { run } = testContext(firstLinkCommand, store, { now: () => clock.now });
  const { code, printed } = await run('link');
  expect([code, (await ask({ url: new URL(printed).pathname + new URL(printed).search })).statusCode]).toEqual([0, 200]);
  const person = { name: 'Grace', address: 'grace@staff.internal', roles: ['admin'], state: 'active', now: clock.now } as const;
  await insertAccount(store.db, person);
  expect(await run('link')).toMatchObject({ code: 1, printed: expect.stringContaining('administrator already') });
});

describe('how a start tells of the first link', () => {
  const local = {};
  const distributed = { PUBLIC_URL: 'https://www.example.com', DESK_URL: 'https://desk.example.com' };
  test.each([
    ['to a terminal', distributed, true, true],
    ['where all is on one machine', local, false, true],
    ['but not where its lines are collected', distributed, false, false],
    ['nor where only the desk has no name yet', { PUBLIC_URL: 'https://www.example.com' }, false, false],
  ])('%s', async (_, env, terminal, isPrinted) => {
    const { context } = await setUp(env);
    const printed: string[] = [];
    const logged: unknown[] = [];
    const log = { ...silent, warn: (_: object, line: string) => void logged.push(line) } as typeof silent;
    await tellFirstLink(context, { print: (line) => void printed.push(line), log, terminal });
    const line = isPrinted ? [expect.stringMatching(/\/first\?token=[\w-]{43}$/)] : [];
    expect(printed).toEqual(line);
    expect(logged).toEqual(isPrinted ? [] : [expect.stringContaining('npm run desk -- link')]);
  });

  test('nothing where the desk is off, or somebody is administrator', async () => {
    const { context, store, clock } = await setUp({ DESK_PORT: 'off' });
    const told: unknown[] = [];
    const telling = { print: (line: string) => void told.push(line), log: silent, terminal: true };
    await tellFirstLink(context, telling);
    const person = { name: 'Grace', address: 'grace@staff.internal', roles: ['admin'], state: 'active', now: clock.now } as const;
    await insertAccount(store.db, person);
    await tellFirstLink({ ...context, settings: { ...context.settings, DESK_PORT: 3100 } }, telling);
    expect(told).toEqual([]);
  });
});
