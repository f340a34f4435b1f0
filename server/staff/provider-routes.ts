import type { FastifyInstance } from 'fastify';
import { clean } from '../http/read-request.ts';
import type { DeskContext } from './desk-context.ts';
import { showPress, showSignInFault } from './pages/sign-in-pages.ts';
import { takeChallenge, cookieName, setCookie } from './sign-in/cookies.ts';
import { giveSession, signIn } from './sign-in/finish-sign-in.ts';
import { accountAtProvider, PROVIDER_RETURN, providerFault, type Provider } from './sign-in/provider.ts';
import { newToken } from './sign-in/secret-token.ts';
import { beginSignIn, signInTimes } from './sign-in/sign-ins.ts';

const htmlForm = { takes: 'application/x-www-form-urlencoded' };

/** Signing in with the company's own account. Returning from the provider signs nobody in: pressing a button does. */
export function providerRoutes(app: FastifyInstance, context: DeskContext, provider: Provider): void {
  const { store, settings, now } = context;
  const limit = context.limits({ name: 'desk-provider', points: 30, seconds: 600 });

  app.get('/sign-in/company', { onRequest: limit }, async (request, reply) => {
    const begun = await provider.begin().catch((error: unknown) => {
      request.log.warn({ reason: providerFault(error) }, 'the provider of OIDC_ISSUER cannot be asked');
      return undefined;
    });
    if (begun === undefined) return showSignInFault(reply, 'away');
    const browser = newToken();
    await store.begin((tx) => beginSignIn(tx, { kind: 'provider', browser, challenge: begun.checks, now: now() }));
    const name = cookieName(settings.DESK_URL, 'sign-in');
    setCookie(reply, settings.DESK_URL, { name, token: browser, maxAge: signInTimes.provider / 1000 });
    return reply.header('cache-control', 'no-store').redirect(begun.address, 303);
  });

  app.get(PROVIDER_RETURN, { onRequest: limit }, (request, reply) => {
    const answer = request.url.split('?')[1] ?? '';
    if (clean(request.query, 'code') === '') return showSignInFault(reply, 'refused');
    const words = 'Press the button to sign in to the desk with the company’s account.';
    return showPress(reply, { title: 'Sign in', action: PROVIDER_RETURN, values: { answer }, words });
  });

  app.post(PROVIDER_RETURN, { onRequest: limit, config: htmlForm, bodyLimit: 16 * 1024 }, async (request, reply) => {
    const checks = await takeChallenge(context, request, { kind: 'provider', accountId: null });
    if (checks === undefined) return showSignInFault(reply, 'expired');
    const identity = await provider.finish(textOf(request.body), checks).catch((error: unknown) => {
      request.log.warn({ reason: providerFault(error) }, 'a sign-in by the provider of OIDC_ISSUER was refused');
      return undefined;
    });
    if (identity === undefined) return showSignInFault(reply, 'refused');
    const token = await store.begin(async (tx) => {
      const accountId = await accountAtProvider(tx, identity);
      return accountId === undefined ? undefined : signIn(tx, context, { request, reply }, { accountId, way: 'provider' });
    });
    if (token === undefined) return showSignInFault(reply, 'refused');
    giveSession(context, reply, token);
    return reply.redirect('/', 303);
  });
}

function textOf(body: unknown): string {
  const { answer } = (body ?? {}) as { answer?: unknown };
  return typeof answer === 'string' ? answer.slice(0, 8192) : '';
}
