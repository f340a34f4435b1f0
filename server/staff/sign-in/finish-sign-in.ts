import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings/settings.ts';
import type { SignInWay, StaffSessionRow } from '../../store/tables/staff-tables.ts';
import type { Store, Tx } from '../../store/store.ts';
import { findAccount, updateAccount } from '../accounts.ts';
import type { Staff } from '../../http/desk-route.ts';
import { recordAction } from '../staff-actions.ts';
import { cookieName, readCookie, setCookie } from './cookies.ts';
import { deviceOf } from './device.ts';
import { passkeysOf } from './passkeys.ts';
import { beginSession, findSession, markSeen, sessionTimes } from './sessions.ts';

type Parts = { settings: Settings; store: Store; now: () => number };

export type SignInVisit = { request: FastifyRequest; reply: FastifyReply };

/**
 * The staff member who sent a request, by the session of the cookie and the present state of the account.
 * @param how `renews`: whether the request is an activity, which keeps an idle session from ending
 */
export async function authenticate(
  { settings, store, now }: Parts,
  request: FastifyRequest,
  { renews } = { renews: true },
): Promise<Staff | undefined> {
  const token = readCookie(request, cookieName(settings.DESK_URL, 'session'));
  if (token === undefined) return undefined;
  const at = now();
  const session = await findSession(store.db, token, at);
  const account = session && (await findAccount(store.db, session.account_id));
  if (session === undefined || account === undefined || account.state === 'revoked') return undefined;
  if (renews && at - session.seen_at > sessionTimes.seen) await store.begin((tx) => markSeen(tx, session, at));
  const { id: accountId, name, address, roles } = account;
  return { accountId, name, address, roles, session: sessionFacts(session), lacks: await lackOf({ settings, store }, session) };
}

async function lackOf({ settings, store }: Omit<Parts, 'now'>, { account_id: accountId, way }: StaffSessionRow): Promise<Staff['lacks']> {
  if (settings.DESK_PASSKEYS === 'optional' || way === 'passkey') return undefined;
  return (await passkeysOf(store.db, accountId)).length === 0 ? 'first passkey' : 'passkey';
}

export function sessionFacts(session: StaffSessionRow): Staff['session'] {
  const { id, way, device, signed_in_at: signedInAt, seen_at: seenAt, ends_at: endsAt } = session;
  return { id, way, device, signedInAt, seenAt, endsAt };
}

/** Begins a session for an account whose owner has proved who they are. @returns the token for the cookie */
export async function signIn(tx: Tx, parts: Parts, { request }: SignInVisit, who: { accountId: string; way: SignInWay }): Promise<string> {
  const at = parts.now();
  const replaces = readCookie(request, cookieName(parts.settings.DESK_URL, 'session'));
  const token = await beginSession(tx, { ...who, device: deviceOf(request.headers['user-agent']), now: at, replaces });
  await updateAccount(tx, who.accountId, { state: 'active', seen_at: at });
  await recordAction(tx, { accountId: who.accountId, action: 'signed in', detail: { way: who.way }, now: at });
  return token;
}

/** Sets the session's cookie; called after the commit. */
export function giveSession({ settings }: Pick<Parts, 'settings'>, reply: FastifyReply, token: string): void {
  setCookie(reply, settings.DESK_URL, {
    name: cookieName(settings.DESK_URL, 'session'),
    token,
    maxAge: sessionTimes.longest / 1000,
  });
}

export function takeSession({ settings }: Pick<Parts, 'settings'>, reply: FastifyReply): void {
  setCookie(reply, settings.DESK_URL, { name: cookieName(settings.DESK_URL, 'session'), token: '', maxAge: 0 });
}
