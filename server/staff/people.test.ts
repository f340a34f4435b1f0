import { pino } from 'pino';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  changePerson,
  invitePerson,
  listPeople,
  listSessions,
  me,
  revokePerson,
  revokeSession,
  signOutPerson,
} from '../../contract/calls/desk/account-calls.ts';
import { exportActions, listActions } from '../../contract/calls/desk/action-calls.ts';
import { changeCrmField } from '../../contract/calls/desk/crm-calls.ts';
import { exportLeadsCall } from '../../contract/calls/desk/lead-calls.ts';
import { exportPersonCall } from '../../contract/calls/desk/privacy-calls.ts';
import { finishPasskey } from '../../contract/calls/desk/passkey-calls.ts';
import type { CallInput } from '../../contract/calls/desk/call.ts';
import { FRESH } from '../http/desk-route.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { callDesk, testDesk } from '../testing/desk.testing.ts';
import { actionNotice } from './notices/action-notice.mail.tsx';
import { authenticator } from './sign-in/authenticator.testing.ts';
import { recordAction } from './staff-actions.ts';

const grace = { name: 'Grace', address: 'grace@staff.internal', roles: ['hr'] } satisfies { roles: 'hr'[] } & Record<string, unknown>;

async function setUp() {
  const set = await testDesk(await freshStore());
  const { db } = set.context.store;
  const actions = async () =>
    (await db.selectFrom('staff_actions').selectAll().orderBy('id').execute()).map(
      ({ account_id: who, action, subject_id: subject, detail }) => [who, action, subject, detail],
    );
  return { ...set, db, actions };
}

describe('what the others hear of', () => {
  test('data that leaves and roles that grow need a fresh sign-in, and every other administrator is mailed', async () => {
    const { signedIn, sessionOf, db, clock } = await setUp();
    const [ada, bob] = [await signedIn('admin', 'sales'), await signedIn('admin')];
    await signedIn('sales');
    const told = async () => {
      const jobs = await db.selectFrom('jobs').select('payload').where('name', '=', 'desk.told-action').orderBy('id').execute();
      return jobs
        .map(({ payload }) => v.parse(actionNotice.payload, JSON.parse(payload)))
        .map(({ account, actor, action }) => [account, actor, action]);
    };
    const roles = { id: ada.accountId, roles: ['admin', 'sales', 'hr'] as const };
    clock.now += FRESH + 1;
    for (const asked of [
      ada.call(exportLeadsCall, {}),
      ada.call(changePerson, { ...roles, roles: [...roles.roles] }),
      ada.call(exportActions, {}),
    ])
      expect((await asked).json()).toMatchObject({ title: 'Sign in again' });
    expect((await ada.call(changeCrmField, { id: 'hubspot', version: 0, field: 'x', act: 'off' })).json()).toMatchObject({
      title: 'Sign in again',
    });
    expect((await ada.call(exportPersonCall, { id: 'x' })).json()).toMatchObject({ title: 'Sign in again' });
    expect(await told()).toEqual([]);

    const fresh = await sessionOf(ada.accountId, 'passkey');
    expect((await fresh.call(exportLeadsCall, {})).statusCode).toBe(200);
    expect((await fresh.call(exportLeadsCall, {})).statusCode).toBe(200);
    expect((await fresh.call(changePerson, { ...roles, roles: [...roles.roles] })).statusCode).toBe(200);
    expect(await told()).toEqual([
      [bob.accountId, ada.accountId, 'leads exported'],
      [bob.accountId, ada.accountId, 'account changed'],
    ]);
    // Another change of the same account is mailed as well.
    expect((await fresh.call(changePerson, { id: ada.accountId, roles: ['admin', 'sales', 'hr', 'figures'] })).statusCode).toBe(200);
    expect(await told()).toHaveLength(3);
  });
});

describe('people', () => {
  testOnStores('are invited, given roles and revoked, and each of it is in the record', async () => {
    const { signedIn, db, actions } = await setUp();
    const admin = await signedIn('admin');
    const { id } = (await admin.call(invitePerson, grace)).json<{ id: string }>();
    expect((await admin.call(invitePerson, { ...grace, address: 'GRACE@Staff.internal' })).statusCode).toBe(409);
    const begun = await db.selectFrom('staff_sign_ins').select(['id', 'kind', 'token_hash']).execute();
    expect(begun).toMatchObject([{ kind: 'invitation', token_hash: null }]);
    expect((await db.selectFrom('jobs').select(['name', 'payload']).execute()).map((job) => ({ ...job }))).toEqual([
      { name: 'desk.invitation', payload: JSON.stringify({ account: id, signIn: begun[0]!.id }) },
    ]);
    expect((await admin.call(changePerson, { id, roles: ['sales', 'figures'] })).statusCode).toBe(200);
    const { people } = (await admin.call(listPeople, {})).json<{ people: { id: string }[] }>();
    expect(people.find((person) => person.id === id)).toMatchObject({ name: 'Grace', roles: ['sales', 'figures'], state: 'invited' });
    expect((await admin.call(revokePerson, { id })).statusCode).toBe(200);
    expect((await admin.call(changePerson, { id, name: 'Other' })).statusCode).toBe(404);
    expect((await admin.call(invitePerson, grace)).json()).toEqual({ id });
    expect(await actions()).toEqual([
      [admin.accountId, 'account invited', id, '{"roles":"hr"}'],
      [admin.accountId, 'account changed', id, '{"roles":"sales figures"}'],
      [admin.accountId, 'account revoked', id, '{}'],
      [admin.accountId, 'account invited', id, '{"roles":"hr"}'],
    ]);
  });

  test('are invited once, whoever else invites them at the same time', async () => {
    const { signedIn } = await setUp();
    const [ada, bob] = [await signedIn('admin'), await signedIn('admin')];
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? ada : bob).call(invitePerson, grace)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  });

  test('are not given back what a colleague took away since they were looked at', async () => {
    const { signedIn, actions } = await setUp();
    const [ada, bob, eve] = [await signedIn('admin'), await signedIn('admin'), await signedIn('admin', 'hr')];
    const change = async (who: typeof ada, given: Omit<CallInput<typeof changePerson>, 'id'>) =>
      (await who.call(changePerson, { id: eve.accountId, ...given })).statusCode;
    expect(await change(ada, { roles: ['hr'], was: ['hr', 'admin'] })).toBe(200);
    expect(await change(bob, { name: 'Eve', roles: ['admin', 'hr', 'sales'], was: ['admin', 'hr'] })).toBe(409);
    expect((await eve.call(listPeople, {})).statusCode).toBe(403);
    expect(await change(bob, { name: 'Eve' })).toBe(200);
    expect(await change(bob, { roles: ['hr', 'sales'], was: ['hr'] })).toBe(200);
    const done = (await actions()).map(([who, action]) => [who, action]);
    expect(done).toEqual([
      [ada.accountId, 'account changed'],
      [eve.accountId, 'call refused'],
      [bob.accountId, 'account changed'],
      [bob.accountId, 'account changed'],
    ]);
  });

  test('one who is signed out or revoked has no session left, and others have theirs', async () => {
    const { signedIn } = await setUp();
    const [admin, ada, ben] = [await signedIn('admin'), await signedIn('sales'), await signedIn('hr')];
    expect((await admin.call(signOutPerson, { id: ada.accountId })).statusCode).toBe(200);
    expect((await admin.call(revokePerson, { id: ben.accountId })).statusCode).toBe(200);
    const statuses = await Promise.all([admin, ada, ben].map(async (person) => (await person.call(me, {})).statusCode));
    expect(statuses).toEqual([200, 401, 401]);
    expect((await admin.call(listSessions, {})).json<{ sessions: object[] }>().sessions).toHaveLength(1);
  });

  testOnStores('two administrators who revoke each other at once do not both succeed', async () => {
    const { signedIn } = await setUp();
    const [one, other] = [await signedIn('admin'), await signedIn('admin')];
    const answers = await Promise.all([one.call(revokePerson, { id: other.accountId }), other.call(revokePerson, { id: one.accountId })]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  testOnStores('what staff did is read by page, by account and by what it was done to', async () => {
    const { signedIn, context, clock } = await setUp();
    const [admin, other] = [await signedIn('admin'), await signedIn('admin')];
    for (let n = 0; n < 130; n += 1)
      await recordAction(context.store.db, {
        accountId: n % 2 === 0 ? admin.accountId : other.accountId,
        action: 'lead opened',
        subject: { kind: 'lead', id: `lead-${n}` },
        detail: { n },
        now: clock.now + n,
      });
    type Page = { actions: { id: string; name: string; accountId: string; detail: { n: number } }[]; more: boolean };
    const read = async (input: CallInput<typeof listActions>) => (await admin.call(listActions, input)).json<Page>();
    const first = await read({});
    expect([first.actions.length, first.more, first.actions[0]]).toMatchObject([100, true, { detail: { n: 129 }, name: 'Person 2' }]);
    const second = await read({ before: first.actions.at(-1)!.id });
    expect([second.actions.map(({ detail }) => detail.n), second.more]).toEqual([Array.from({ length: 30 }, (_, n) => 29 - n), false]);
    expect((await read({ subjectId: 'lead-7' })).actions).toMatchObject([{ subject: { kind: 'lead', id: 'lead-7' } }]);
    const own = await read({ accountId: other.accountId });
    expect([own.actions.length, new Set(own.actions.map(({ accountId }) => accountId))]).toEqual([65, new Set([other.accountId])]);
  });

  test('the last administrator stays one', async () => {
    const { signedIn, actions } = await setUp();
    const admin = await signedIn('admin');
    expect((await admin.call(revokePerson, { id: admin.accountId })).statusCode).toBe(409);
    expect((await admin.call(changePerson, { id: admin.accountId, roles: ['sales'] })).statusCode).toBe(409);
    // One who only reads could not give the role to anybody.
    expect((await admin.call(changePerson, { id: admin.accountId, roles: ['admin', 'viewer'] })).statusCode).toBe(409);
    await admin.call(invitePerson, { ...grace, roles: ['admin'] });
    // An administrator who was only invited cannot help yet.
    expect((await admin.call(revokePerson, { id: admin.accountId })).statusCode).toBe(409);
    await signedIn('admin');
    expect((await admin.call(changePerson, { id: admin.accountId, roles: ['sales'] })).statusCode).toBe(200);
    expect((await actions()).map(([, action]) => action)).toEqual(['account invited', 'account changed']);
  });
});

test('an input that cannot be used names each field, in words', async () => {
  const { signedIn } = await setUp();
  const admin = await signedIn('admin');
  const answer = await admin.call(invitePerson, { name: ' ', address: 'grace', roles: [] });
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    expect.objectContaining({
      errors: { name: 'Name is required', address: 'Enter a valid e-mail address', roles: 'Choose at least one role' },
    }),
  ]);
});

test('what gives power asks for a sign-in of the last minutes', async () => {
  const { signedIn, clock } = await setUp();
  const admin = await signedIn('admin');
  clock.now += FRESH + 1;
  expect((await admin.call(listPeople, {})).statusCode).toBe(200);
  for (const answer of [
    await admin.call(invitePerson, grace),
    await admin.call(changePerson, { id: admin.accountId, name: 'Other' }),
    await admin.call(revokePerson, { id: admin.accountId }),
    await admin.call(revokeSession, { id: 'any' }),
  ])
    expect([answer.statusCode, answer.json()]).toEqual([401, expect.objectContaining({ title: 'Sign in again' })]);
});

test('what is refused is in the log, by reason and account, and without any address', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info', base: null },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const { ask, signedIn, origin } = await testDesk(await freshStore(), {}, { logger: log });
  const sales = await signedIn('sales');
  expect((await sales.call(listPeople, {})).statusCode).toBe(403);
  expect((await ask({ url: '/sign-in/link?token=guessed' })).statusCode).toBe(404);
  const passkey = authenticator().get({ challenge: 'of nobody', origin, rpId: 'localhost' });
  expect((await callDesk(ask, { call: finishPasskey, input: passkey, cookie: undefined })).statusCode).toBe(401);
  expect(lines).toEqual([
    expect.objectContaining({ level: 40, call: 'people.list', account: sales.accountId }),
    expect.objectContaining({ level: 40, reason: 'unknown' }),
    expect.objectContaining({ level: 40, reason: 'passkey' }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/@|guessed/);
});
