import type { FastifyInstance } from 'fastify';
import { clean } from '../http/read-request.ts';
import { lockAccounts } from './accounts.ts';
import type { DeskContext } from './desk-context.ts';
import { showAddressChanged, showPress, showSignInFault } from './pages/sign-in-pages.ts';
import { finishNewAddress, readNewAddress } from './sign-in/new-address.ts';

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
