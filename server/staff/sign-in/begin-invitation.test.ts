import { describe, expect, test } from 'vitest';
import { invitePerson, makeInvitationLink, me, revokePerson } from '../../../contract/calls/desk/account-calls.ts';
import { freshStore, temporaryFolder } from '../../store/store.testing.ts';
import { callDesk, testDesk } from '../../testing/desk.testing.ts';
import { mailWorker } from '../../testing/mail-worker.testing.ts';
import { findByAddress } from '../accounts.ts';
import { beginLink } from './begin-link.ts';
import { signInTimes } from './sign-ins.ts';

const grace = { name: 'Grace', address: 'grace@invited.internal', roles: ['hr'] as 'hr'[] };

async function setUp(env: Record<string, string> = {}) {
  const store = await freshStore();
  const set = await testDesk(store, { DATA_DIR: temporaryFolder(), ...env });
  const { ask } = set;
  const { pass, newTexts } = mailWorker(set);
  const admin = await set.signedIn('admin');
  /** Mails to the invited person that were not read before. */
  const mails = () => pass().then(newTexts);
  const invite = async () => {
    expect((await admin.call(invitePerson, grace)).statusCode).toBe(200);
    const [mail = ''] = await mails();
    return { mail, token: /\/invitation\?token=(?:3D)?([\w-]{43})/.exec(mail)?.[1] ?? '' };
  };
  const open = (token: string) => ask({ url: `/invitation?token=${token}` });
  const press = (token: string, path = '/invitation', cookie = '') =>
    ask({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      payload: new URLSearchParams({ token }).toString(),
    });
  const sessions = async () =>
    (await store.db.selectFrom('staff_sessions').selectAll().execute()).filter(({ way }) => way === 'invitation');
  return { ...set, store, admin, mails, invite, open, press, sessions };
}

describe('an invitation', () => {
  test('signs in by a press, once, in any browser, and it is on record', async () => {
    const { ask, store, invite, open, press, sessions } = await setUp();
    const { token } = await invite();
    for (const page of [await open(token), await open(token)]) {
      expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined]);
      expect(page.body).toContain(grace.address);
    }
    expect([await sessions(), (await findByAddress(store.db, grace.address))?.state]).toEqual([[], 'invited']);
    const pressed = await press(token);
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, '/']);
    const cookie = String([pressed.headers['set-cookie']].flat()[0]).split(';')[0]!;
    expect((await callDesk(ask, { call: me, input: {}, cookie })).json()).toMatchObject({ name: 'Grace', session: { way: 'invitation' } });
    const account = await findByAddress(store.db, grace.address);
    expect(account?.state).toBe('active');
    const actions = await store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute();
    expect(actions.at(-1)).toMatchObject({ account_id: account!.id, action: 'signed in', detail: '{"way":"invitation"}' });
    for (const again of [await press(token), await open(token)])
      expect([again.statusCode, again.headers['set-cookie']]).toEqual([410, undefined]);
    expect(await sessions()).toHaveLength(1);
    const rows = await store.db.selectFrom('staff_sign_ins').selectAll().execute();
    expect(JSON.stringify([rows, await store.db.selectFrom('jobs').selectAll().execute()])).not.toContain(token);
  });

  test('is over after three days, and then says that the account is there', async () => {
    const { invite, open, press, clock, sessions } = await setUp();
    const { token } = await invite();
    clock.now += signInTimes.invitation;
    const opened = await open(token);
    expect([opened.statusCode, opened.body]).toEqual([410, expect.stringContaining('Your account is there all the same')]);
    expect([(await press(token)).statusCode, await sessions()]).toEqual([410, []]);
  });

  test('is worth nothing to another page, and another link nothing to it', async () => {
    const { invite, press, mails, store, clock, sessions } = await setUp();
    const { token } = await invite();
    for (const path of ['/sign-in/link', '/first', '/new-address'])
      expect([path, (await press(token, path)).statusCode]).toEqual([path, 404]);
    await store.begin((tx) =>
      beginLink(tx, { address: grace.address, browser: 'x'.repeat(43), network: '192.0.2.0/24', signedInAs: undefined, now: clock.now }),
    );
    const link = /\/sign-in\/link\?token=(?:3D)?([\w-]{43})/.exec((await mails())[0] ?? '')?.[1] ?? '';
    expect([link.length, (await press(link)).statusCode, (await press('x'.repeat(43))).statusCode]).toEqual([43, 404, 404]);
    expect(await sessions()).toEqual([]);
  });

  test('ends with the account, with another invitation, and once its owner came in otherwise', async () => {
    const { admin, invite, press, store, sessions } = await setUp();
    const first = await invite();
    const { id } = (await findByAddress(store.db, grace.address))!;
    expect((await admin.call(revokePerson, { id })).statusCode).toBe(200);
    expect((await press(first.token)).statusCode).toBe(410);
    const second = await invite();
    expect([(await press(first.token)).statusCode, second.token.length]).toEqual([410, 43]);
    await store.db.updateTable('staff_accounts').set({ state: 'active' }).where('id', '=', id).execute();
    expect([(await press(second.token)).statusCode, await sessions()]).toEqual([410, []]);
  });

  test('is handed over where no mail leaves: on record, once, and the one before does nothing any more', async () => {
    const { admin, invite, press, store, sessions } = await setUp();
    const mailed = await invite();
    const { id } = (await findByAddress(store.db, grace.address))!;
    const answer = await admin.call(makeInvitationLink, { id });
    const { link } = answer.json<{ link: string }>();
    const token = new URL(link).searchParams.get('token')!;
    const rows = [
      await store.db.selectFrom('staff_sign_ins').selectAll().execute(),
      await store.db.selectFrom('jobs').selectAll().execute(),
    ];
    expect([answer.statusCode, JSON.stringify(rows).includes(token)]).toEqual([200, false]);
    const actions = await store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute();
    expect(actions.at(-1)).toMatchObject({ account_id: admin.accountId, action: 'invitation link made', subject_id: id });
    expect((await press(mailed.token)).statusCode).toBe(410);
    expect([(await press(token)).statusCode, (await press(token)).statusCode, (await sessions()).length]).toEqual([303, 410, 1]);
    // A person who has signed in needs no invitation.
    expect((await admin.call(makeInvitationLink, { id })).statusCode).toBe(404);
  });
});

test.each([
  [
    'mails leave',
    { MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@mail.example.org', STAFF_MAIL: 'b@mail.example.org', HR_MAIL: 'c@mail.example.org' },
  ],
  ['the company’s provider signs in', { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'secret' }],
])('where %s, nobody is shown the link of an invitation', async (_where, env: Record<string, string>) => {
  const { admin, store } = await setUp(env);
  expect((await admin.call(invitePerson, grace)).statusCode).toBe(200);
  const { id } = (await findByAddress(store.db, grace.address))!;
  expect((await admin.call(makeInvitationLink, { id })).statusCode).toBe(409);
});

test('an invitation whose mail leaves too late leads to the page of signing in', async () => {
  const { admin, clock, mails } = await setUp();
  expect((await admin.call(invitePerson, grace)).statusCode).toBe(200);
  clock.now += signInTimes.invitation;
  const [mail = ''] = await mails();
  expect([mail.includes('/sign-in'), mail.includes('token')]).toEqual([true, false]);
});

test('where the company’s provider signs in, an invitation has no link that does', async () => {
  const oidc = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'desk', OIDC_CLIENT_SECRET: 'secret' };
  const { invite, open, store } = await setUp(oidc);
  const { mail, token } = await invite();
  expect([mail.includes('/sign-in'), token]).toEqual([true, '']);
  expect((await open('x'.repeat(43))).statusCode).toBe(404);
  expect(await store.db.selectFrom('staff_sign_ins').selectAll().execute()).toEqual([]);
});
