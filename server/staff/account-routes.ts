import { signImages } from '../../contract/company-sign.ts';
import * as calls from '../../contract/calls/desk/account-calls.ts';
import { mayUse, permissionsOf } from '../../contract/desk/roles.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { lastSeq } from '../work/index/lead-index.ts';
import { isSendable } from '../kernel/address.ts';
import type { Tx } from '../store/store.ts';
import {
  findAccount,
  findByAddress,
  insertAccount,
  isAdministrator,
  isStaff,
  listAccounts,
  lockAccounts,
  updateAccount,
  type Account,
} from './accounts.ts';
import type { DeskContext } from './desk-context.ts';
import { beginHandedInvitation, beginInvitation } from './sign-in/begin-link.ts';
import { tellStaff } from './notices/staff-notices.ts';
import { sessionFacts, takeSession } from './sign-in/finish-sign-in.ts';
import { INVITATION_PATH } from './sign-in/sign-in.mail.tsx';
import { beginNewAddress, closeBegun, waitingAddresses, withdrawNewAddress } from './sign-in/new-address.ts';
import { deletePasskeysOf } from './sign-in/passkeys.ts';
import { countSessions, endSession, endSessionsOf, sessionsOf } from './sign-in/sessions.ts';

export function accountRoutes(route: DeskRoute, context: DeskContext): void {
  ownRoutes(route, context);
  peopleRoutes(route, context);
  changeRoutes(route, context);
  addressRoutes(route, context);
  handOverRoute(route, context);
}

function ownRoutes(route: DeskRoute, context: DeskContext): void {
  const { store, settings, now } = context;
  route(calls.me, async ({ accountId: id, name, address, roles, session, lacks }) => ({
    id,
    name,
    address,
    roles: [...roles],
    permissions: permissionsOf(roles),
    company: settings.company.name,
    sign: signImages(settings.company.sign),
    sendsMail: settings.MAIL_URL !== undefined,
    needsPasskey: lacks !== undefined,
    changeSeq: await lastSeq(store.db),
    session: { ...session, current: true },
  }));

  route(calls.signOut, async ({ accountId, session, record }, _input, { reply }) => {
    await store.begin(async (tx) => {
      await endSession(tx, { id: session.id, accountId }, now());
      await record(tx);
    });
    takeSession(context, reply);
    return {};
  });

  route(calls.listSessions, async ({ accountId, session }) => {
    const rows = await sessionsOf(store.db, accountId, now());
    return { sessions: rows.map((row) => ({ ...sessionFacts(row), current: row.id === session.id })) };
  });

  route(calls.revokeSession, async ({ accountId, record }, { id }) => {
    const ended = await store.begin(async (tx) => {
      if (!(await endSession(tx, { id, accountId }, now()))) return false;
      await record(tx, { subject: { kind: 'session', id } });
      return true;
    });
    return ended ? {} : missing('session');
  });
}

function peopleRoutes(route: DeskRoute, { store, settings, wake, now }: DeskContext): void {
  route(calls.listColleagues, async () => {
    const accounts = await listAccounts(store.db);
    return { colleagues: accounts.map(({ id, name, roles, state }) => ({ id, name, roles: [...roles], revoked: state === 'revoked' })) };
  });

  route(calls.listPeople, async () => {
    const [accounts, sessions] = [await listAccounts(store.db), await countSessions(store.db, now())];
    const passkeys = await store.db.selectFrom('staff_passkeys').select('account_id').execute();
    const waiting = await waitingAddresses(store.db, now());
    const people = accounts.map(({ id, name, address, roles, state, seen_at: seenAt, away }) => ({
      id,
      name,
      address,
      roles: [...roles],
      state,
      passkeys: passkeys.filter(({ account_id: owner }) => owner === id).length,
      sessions: sessions.get(id) ?? 0,
      seenAt,
      away: away === 1,
      newAddress: waiting.get(id) ?? null,
    }));
    return { people };
  });

  route(calls.invitePerson, async ({ record }, { name, address, roles }) => {
    if (!isSendable(address)) return new HttpRefusal(422, { errors: { address: 'Enter a valid e-mail address' } });
    const invited = await store.begin(async (tx) => {
      await lockAccounts(tx, store);
      const known = await findByAddress(tx, address);
      if (known !== undefined && known.state !== 'revoked') return undefined;
      const id = known?.id ?? (await insertAccount(tx, { name, address, roles, state: 'invited', now: now() }));
      if (known !== undefined) await updateAccount(tx, id, { name, roles, state: 'invited' });
      await beginInvitation(tx, { accountId: id, settings, now: now() });
      await record(tx, { subject: { kind: 'account', id }, detail: { roles: roles.join(' ') } });
      return id;
    });
    if (invited === undefined) return new HttpRefusal(409, { errors: { address: 'An account has this address already' } });
    wake();
    return { id: invited };
  });

  route(calls.makeInvitationLink, async ({ record }, { id }) => {
    if (settings.MAIL_URL !== undefined || settings.OIDC_ISSUER !== undefined)
      return new HttpRefusal(409, { detail: 'An invitation’s link is mailed to whoever is invited, and nobody else is shown it.' });
    return store.begin(async (tx) => {
      if ((await findAccount(tx, id))?.state !== 'invited') return missing('invitation');
      const token = await beginHandedInvitation(tx, id, now());
      await record(tx, { subject: { kind: 'account', id } });
      return { link: `${settings.DESK_URL}${INVITATION_PATH}?token=${token}` };
    });
  });
}

function addressRoutes(route: DeskRoute, { store, wake, now }: DeskContext): void {
  route(calls.changeAddress, async ({ record }, { id, address }) => {
    if (!isSendable(address)) return new HttpRefusal(422, { errors: { address: 'Enter a valid e-mail address' } });
    const asked = await store.begin(async (tx) => {
      const account = await findAccount(tx, id);
      if (account === undefined || account.state === 'revoked') return missing('account');
      if ((await findByAddress(tx, address)) !== undefined)
        return new HttpRefusal(409, { errors: { address: 'An account has this address already' } });
      await beginNewAddress(tx, { accountId: id, address, now: now() });
      await record(tx, { subject: { kind: 'account', id } });
      return {};
    });
    if (!(asked instanceof HttpRefusal)) wake();
    return asked;
  });

  route(calls.withdrawAddress, async ({ record }, { id }) =>
    store.begin(async (tx) => {
      if ((await findAccount(tx, id)) === undefined) return missing('account');
      if (!(await withdrawNewAddress(tx, id, now())))
        return new HttpRefusal(409, { detail: 'No new address waits any more: its link was pressed, or its time is over.' });
      await record(tx, { subject: { kind: 'account', id } });
      return {};
    }),
  );
}

function changeRoutes(route: DeskRoute, { store, now }: DeskContext): void {
  route(calls.changePerson, async ({ record }, { id, name, roles, away, was }) => {
    const changed = await store.begin(async (tx) => {
      await lockAccounts(tx, store);
      const account = await findAccount(tx, id);
      if (account === undefined || account.state === 'revoked') return missing('account');
      if (roles !== undefined && was !== undefined && was.toSorted().join() !== account.roles.toSorted().join())
        return new HttpRefusal(409, { detail: `Somebody changed the roles of ${account.name} meanwhile. Look at them again.` });
      if (roles !== undefined && !mayUse(roles, 'people.manage') && (await isLast(tx, account))) return last();
      await updateAccount(tx, id, {
        ...(name !== undefined && { name }),
        ...(roles !== undefined && { roles }),
        ...(away !== undefined && { away: away ? 1 : 0 }),
      });
      const detail = { ...(roles !== undefined && { roles: roles.join(' ') }), ...(away !== undefined && { away }) };
      await record(tx, { subject: { kind: 'account', id }, detail });
      return {};
    });
    return changed;
  });

  route(calls.signOutPerson, async ({ record }, { id }) =>
    store.begin(async (tx) => {
      if ((await findAccount(tx, id)) === undefined) return missing('account');
      await endSessionsOf(tx, id, now());
      await record(tx, { subject: { kind: 'account', id } });
      return {};
    }),
  );

  route(calls.removePasskeysOfPerson, async ({ record }, { id }) =>
    store.begin(async (tx) => {
      const account = await findAccount(tx, id);
      if (account === undefined || account.state === 'revoked') return missing('account');
      const passkeys = await deletePasskeysOf(tx, id);
      await endSessionsOf(tx, id, now());
      await record(tx, { subject: { kind: 'account', id }, detail: { passkeys } });
      return {};
    }),
  );

  route(calls.revokePerson, async ({ record }, { id }) =>
    store.begin(async (tx) => {
      await lockAccounts(tx, store);
      const account = await findAccount(tx, id);
      if (account === undefined || account.state === 'revoked') return missing('account');
      if (await isLast(tx, account)) return last();
      // Cleared, since after a new invitation the account may be another person's at the provider.
      await updateAccount(tx, id, { state: 'revoked', provider_subject: null });
      await endSessionsOf(tx, id, now());
      await deletePasskeysOf(tx, id);
      await closeBegun(tx, id, now());
      await record(tx, { subject: { kind: 'account', id } });
      return {};
    }),
  );
}

function handOverRoute(route: DeskRoute, { store, now }: DeskContext): void {
  route(calls.handOverCall, async ({ accountId: actor, record }, { id: from, to }) => {
    if ((await findAccount(store.db, from)) === undefined) return missing('account');
    if (to === from || (to !== null && !(await isStaff(store.db, to))))
      return new HttpRefusal(422, { errors: { to: 'Choose somebody else' } });
    const { handOver } = await import('../work/hand-over.ts');
    const work = { store, staff: { isStaff, tell: tellStaff } };
    const handed = await handOver(work, { from, to, actor, now }, (tx, subject) => record(tx, { subject }));
    await record(store.db, { subject: { kind: 'account', id: from }, detail: { handed } });
    return { handed };
  });
}

/** Whether no other active administrator would be left to invite people and give roles. */
async function isLast(tx: Tx, account: Account): Promise<boolean> {
  if (!isAdministrator(account)) return false;
  const accounts = await listAccounts(tx);
  return !accounts.some((other) => other.id !== account.id && isAdministrator(other) && other.state === 'active');
}

function missing(what: 'session' | 'account' | 'invitation'): HttpRefusal {
  return new HttpRefusal(404, { detail: `There is no such ${what}.` });
}

function last(): HttpRefusal {
  return new HttpRefusal(409, { detail: 'Somebody has to be administrator: give the role to somebody else first.' });
}
