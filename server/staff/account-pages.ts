import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clean } from '../http/read-request.ts';
import { FRESH, type Staff } from '../http/desk-route.ts';
import type { DeskContext } from './desk-context.ts';
import { showAccount, showPasskeyNeeded } from './pages/account-page.ts';
import { authenticate, takeSession } from './sign-in/finish-sign-in.ts';
import { passkeysOf, removeOwnPasskey } from './sign-in/passkeys.ts';
import { endSession, sessionsOf } from './sign-in/sessions.ts';
import { recordAction } from './staff-actions.ts';
import type { Tx } from '../store/store.ts';
import { lockAccounts } from './accounts.ts';
import { showAddressChanged, showPress, showSignInFault } from './pages/sign-in-pages.ts';
import { finishNewAddress, readNewAddress } from './sign-in/new-address.ts';

type Page = (staff: Staff, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The page of a staff member's own account: sessions, passkeys and signing out. */
export function accountPages(app: FastifyInstance, context: DeskContext): void {
  const { store, settings, now } = context;
  const isRequired = settings.DESK_PASSKEYS === 'required';
  const limit = context.limits({ name: 'desk-account', points: 300, seconds: 600 });
  const form = { onRequest: limit, config: { takes: 'application/x-www-form-urlencoded' } };
  const isFresh = ({ session }: Staff) => now() - session.signedInAt <= FRESH;
  const anySession =
    (page: Page): Handler =>
    async (request, reply) => {
      const staff = await authenticate(context, request);
      return staff === undefined ? reply.redirect('/sign-in', 303) : page(staff, request, reply);
    };
  /** Handles a change of one's passkeys or sessions. Without a recent sign-in it changes nothing. */
  const change = (act: (tx: Tx, staff: Staff, id: string) => Promise<void>): Handler =>
    anySession(async (staff, request, reply) => {
      if (staff.lacks === undefined && isFresh(staff)) await store.begin((tx) => act(tx, staff, clean(request.body, 'id')));
      return reply.redirect('/account', 303);
    });

  app.get(
    '/account',
    { onRequest: limit },
    anySession(async (staff, _request, reply) => {
      if (staff.lacks !== undefined) return showPasskeyNeeded(reply, staff, isFresh(staff));
      const sessions = await sessionsOf(store.db, staff.accountId, now());
      const passkeys = await passkeysOf(store.db, staff.accountId);
      return showAccount(reply, { staff, sessions, passkeys, isFresh: isFresh(staff), isRequired });
    }),
  );
  const endOne = change(async (tx, { accountId }, id) => {
    if (await endSession(tx, { id, accountId }, now()))
      await recordAction(tx, { accountId, action: 'session ended', subject: { kind: 'session', id }, now: now() });
  });
  app.post('/account/end-session', form, endOne);
  const removePasskey = change(async (tx, { accountId }, id) => {
    // The page itself says why the last passkey stays.
    const removed = await removeOwnPasskey(tx, store, { id, accountId, isRequired });
    if (removed === 'removed') await recordAction(tx, { accountId, action: 'passkey removed', now: now() });
  });
  app.post('/account/remove-passkey', form, removePasskey);
  const signOut = anySession(async ({ accountId, session }, _request, reply) => {
    await store.begin(async (tx) => {
      await endSession(tx, { id: session.id, accountId }, now());
      await recordAction(tx, { accountId, action: 'signed out', now: now() });
    });
    takeSession(context, reply);
    return reply.redirect('/sign-in', 303);
  });
  app.post('/account/sign-out', form, signOut);
}

const PATH = '/new-address';

/** The page on which the reader of a mail to a new work address confirms it. It signs nobody in, and opening it changes nothing. */
export function newAddressPage(app: FastifyInstance, context: DeskContext): void {
  const { store, now } = context;
  const limit = context.limits({ name: 'desk-new-address', points: 30, seconds: 600 });
  app.get(PATH, { onRequest: limit }, async (request, reply) => {
    const token = clean(request.query, 'token');
    const link = await readNewAddress(store.db, token, now());
    if (link.state !== 'open') return showSignInFault(reply, link.state);
    const words = `Your account at the desk is to have the address ${link.address}. You are signed out everywhere, and sign in with it from then on.`;
    return showPress(reply, { title: 'Your new work address', action: PATH, values: { token }, words, button: 'Use this address' });
  });
  app.post(PATH, { onRequest: limit, config: { takes: 'application/x-www-form-urlencoded' } }, async (request, reply) => {
    const fault = await store.begin(async (tx) => {
      await lockAccounts(tx, store);
      return finishNewAddress(tx, clean(request.body, 'token'), now());
    });
    if (fault !== undefined) return showSignInFault(reply, fault);
    context.wake();
    return showAddressChanged(reply);
  });
}
