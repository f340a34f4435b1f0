import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clean } from '../http/read-request.ts';
import { FRESH, type Staff } from '../http/desk-route.ts';
import type { DeskContext } from './desk-context.ts';
import { showAccount, showPasskeyNeeded } from './pages/account-page.ts';
import { authenticate, takeSession } from './sign-in/finish-sign-in.ts';
import { passkeysOf, removeOwnPasskey } from './sign-in/passkeys.ts';
import { endSession, sessionsOf } from './sign-in/sessions.ts';
import { recordAction } from './staff-actions.ts';

const htmlForm = { takes: 'application/x-www-form-urlencoded' };

type Page = (staff: Staff, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The page of one's own account: sessions and signing out. */
export function accountPages(app: FastifyInstance, context: DeskContext): void {
  const { store, settings, now } = context;
  const isRequired = settings.DESK_PASSKEYS === 'required';
  const anySession = (page: Page) => async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = await authenticate(context, request);
    return staff === undefined ? reply.redirect('/sign-in', 303) : page(staff, request, reply);
  };
  const signedIn = (page: Page) =>
    anySession(async (staff, request, reply) =>
      staff.lacks === undefined ? page(staff, request, reply) : reply.redirect('/account', 303),
    );

  app.get(
    '/account',
    anySession(async (staff, _request, reply) => {
      const isFresh = now() - staff.session.signedInAt <= FRESH;
      if (staff.lacks !== undefined) return showPasskeyNeeded(reply, staff, isFresh);
      const sessions = await sessionsOf(store.db, staff.accountId, now());
      const passkeys = await passkeysOf(store.db, staff.accountId);
      return showAccount(reply, { staff, sessions, passkeys, isFresh, isRequired });
    }),
  );
  app.post(
    '/account/end-session',
    { config: htmlForm },
    signedIn(async ({ accountId }, request, reply) => {
      const id = clean(request.body, 'id');
      await store.begin(async (tx) => {
        if (await endSession(tx, { id, accountId }, now()))
          await recordAction(tx, { accountId, action: 'session ended', subject: { kind: 'session', id }, now: now() });
      });
      return reply.redirect('/account', 303);
    }),
  );
  app.post(
    '/account/remove-passkey',
    { config: htmlForm },
    signedIn(async ({ accountId, session }, request, reply) => {
      if (now() - session.signedInAt > FRESH) return reply.redirect('/account', 303);
      const id = clean(request.body, 'id');
      await store.begin(async (tx) => {
        // The page says why the last one stays.
        const removed = await removeOwnPasskey(tx, store, { id, accountId, isRequired });
        if (removed === 'removed') await recordAction(tx, { accountId, action: 'passkey removed', now: now() });
      });
      return reply.redirect('/account', 303);
    }),
  );
  app.post(
    '/account/sign-out',
    { config: htmlForm },
    anySession(async ({ accountId, session }, _request, reply) => {
      await store.begin((tx) => endSession(tx, { id: session.id, accountId }, now()));
      takeSession(context, reply);
      return reply.redirect('/sign-in', 303);
    }),
  );
}
