import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as calls from '../../contract/calls/desk/passkey-calls.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { findAccount, lockAccounts } from './accounts.ts';
import type { DeskContext } from './desk-context.ts';
import { lastPasskey } from './pages/account-page.ts';
import { cookieName, setCookie, newToken } from './sign-in/cookies.ts';
import { deviceOf } from './sign-in/device.ts';
import { giveSession, signIn, takeSession } from './sign-in/finish-sign-in.ts';
import {
  ALGORITHMS,
  findPasskey,
  PASSKEY_WAIT,
  passkeysOf,
  removeOwnPasskey,
  verifyNewPasskey,
  verifyPasskey,
} from './sign-in/passkeys.ts';
import { endSessionsOf } from './sign-in/sessions.ts';
import { beginSignIn, signInTimes, takeChallenge } from './sign-in/sign-ins.ts';

/** @param company whether staff sign in only with the company's own provider, so that no passkey of ours signs in */
export function passkeyRoutes(route: DeskRoute, context: DeskContext, company: boolean): void {
  signInCalls(route, context, company);
  ownCalls(route, context);
  newCalls(route, context, company);
}

function signInCalls(route: DeskRoute, context: DeskContext, company: boolean): void {
  const { store, settings, now } = context;
  const limit = context.limits({ name: 'desk-passkey', points: 30, seconds: 600 });

  route(
    calls.beginPasskey,
    async (_who, _input, { reply }) => {
      if (company) return companyAlone;
      const browser = newToken();
      const challenge = newChallenge();
      await store.begin((tx) => beginSignIn(tx, { kind: 'passkey', browser, challenge, now: now() }));
      const name = cookieName(settings.DESK_URL, 'sign-in');
      setCookie(reply, settings.DESK_URL, { name, token: browser, maxAge: signInTimes.passkey / 1000 });
      return { challenge, rpId: new URL(settings.DESK_URL).hostname, timeout: PASSKEY_WAIT, userVerification: 'required' as const };
    },
    limit,
  );

  route(
    calls.finishPasskey,
    async (_who, answer, { request, reply }) => {
      if (company) return companyAlone;
      const challenge = await takeChallenge(context, request, { kind: 'passkey', accountId: null });
      const passkey = await findPasskey(store.db, answer.id);
      if (challenge === undefined || passkey === undefined) return refuse(request);
      const verified = await verifyPasskey(answer, passkey, { challenge, deskUrl: settings.DESK_URL });
      if (verified === undefined) return refuse(request);
      const at = now();
      const token = await store.begin(async (tx) => {
        const account = await findAccount(tx, passkey.account_id);
        if (account === undefined || account.state === 'revoked') return undefined;
        const used = { counter: verified.counter, used_at: at };
        const changed = await tx.updateTable('staff_passkeys').set(used).where('id', '=', passkey.id).executeTakeFirst();
        // The passkey was removed meanwhile.
        if (changed.numUpdatedRows === 0n) return undefined;
        return signIn(tx, context, { request, reply }, { accountId: account.id, way: 'passkey' });
      });
      if (token === undefined) return refuse(request);
      giveSession(context, reply, token);
      return {};
    },
    limit,
  );
}

function ownCalls(route: DeskRoute, { store, settings }: DeskContext): void {
  route(calls.listPasskeys, async ({ accountId }) => {
    const rows = await passkeysOf(store.db, accountId);
    return { passkeys: rows.map(({ id, name, created_at: createdAt, used_at: usedAt }) => ({ id, name, createdAt, usedAt })) };
  });

  route(calls.removePasskey, async ({ accountId, record }, { id }) => {
    const removed = await store.begin(async (tx) => {
      const outcome = await removeOwnPasskey(tx, store, { id, accountId, isRequired: settings.DESK_PASSKEYS === 'required' });
      if (outcome === 'removed') await record(tx);
      return outcome;
    });
    if (removed === 'last') return new HttpRefusal(409, { detail: lastPasskey });
    return removed === 'removed' ? {} : new HttpRefusal(404, { detail: 'There is no such passkey.' });
  });
}

function newCalls(route: DeskRoute, context: DeskContext, company: boolean): void {
  const { store, settings, now } = context;
  route(calls.beginNewPasskey, async ({ accountId, name, address }, _input, { reply }) => {
    if (company) return companyAlone;
    const browser = newToken();
    const challenge = newChallenge();
    await store.begin((tx) => beginSignIn(tx, { kind: 'new passkey', browser, challenge, account_id: accountId, now: now() }));
    const cookie = cookieName(settings.DESK_URL, 'sign-in');
    setCookie(reply, settings.DESK_URL, { name: cookie, token: browser, maxAge: signInTimes['new passkey'] / 1000 });
    const known = await passkeysOf(store.db, accountId);
    return {
      challenge,
      rp: { id: new URL(settings.DESK_URL).hostname, name: 'Desk' },
      user: { id: Buffer.from(accountId).toString('base64url'), name: address === '' ? name : address, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      excludeCredentials: known.map(({ id }) => ({ type: 'public-key' as const, id })),
      authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
      attestation: 'none' as const,
      timeout: PASSKEY_WAIT,
    };
  });

  route(calls.addPasskey, async ({ accountId, record, lacks }, answer, { request, reply }) => {
    if (company) return companyAlone;
    const challenge = await takeChallenge(context, request, { kind: 'new passkey', accountId });
    const made = challenge && (await verifyNewPasskey(answer, { challenge, deskUrl: settings.DESK_URL }));
    if (made === undefined || made === '') return new HttpRefusal(422, { detail: 'The browser’s answer is not valid. Try again.' });
    const row = { ...made, account_id: accountId, name: deviceOf(request.headers['user-agent']), created_at: now(), used_at: null };
    const added = await store.begin(async (tx) => {
      if ((await findPasskey(tx, row.id)) !== undefined) return new HttpRefusal(409, { detail: 'This passkey is there already.' });
      if (lacks !== undefined) {
        await lockAccounts(tx, store);
        if ((await passkeysOf(tx, accountId)).length > 0)
          return new HttpRefusal(409, { detail: 'This account has a passkey. Sign in with it.' });
        // Adding a passkey does not prove possession of it, so its owner has to sign in with it.
        await endSessionsOf(tx, accountId, row.created_at);
      }
      await tx.insertInto('staff_passkeys').values(row).execute();
      await record(tx);
      return { id: row.id };
    });
    if (lacks !== undefined && !(added instanceof HttpRefusal)) takeSession(context, reply);
    return added;
  });
}

function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** The same answer for an unknown passkey, one of a revoked account and a wrong signature. */
function refuse(request: FastifyRequest): HttpRefusal {
  request.log.warn({ reason: 'passkey' }, 'a sign-in at the desk was refused');
  return new HttpRefusal(401, { detail: 'This passkey does not sign in here.' });
}

const companyAlone = new HttpRefusal(409, { detail: 'Here staff sign in with the company’s account alone.' });
