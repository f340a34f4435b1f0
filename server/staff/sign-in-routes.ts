import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EMAIL } from '../../contract/forms/email.ts';
import { limits } from '../../contract/limits.ts';
import { networksOfRequest } from '../http/client-address.ts';
import type { Limit } from '../http/rate-limits.ts';
import { clean } from '../http/read-request.ts';
import type { StaffSignInRow } from '../store/tables/staff-tables.ts';
import type { Tx } from '../store/store.ts';
import { findAccount, findByAddress, hasAnybody, lockAccounts, updateAddress, type Account } from './accounts.ts';
import type { DeskContext } from './desk-context.ts';
import { claimFirstAccount } from './first-link.ts';
import { signInStyles, type PageFont, SCRIPT, STYLES } from './pages/page.ts';
import {
  signInScript,
  showNobodyYet,
  showPress,
  showSent,
  showSignIn,
  showSignInFault,
  showWelcome,
  type SignInFault,
} from './pages/sign-in-pages.ts';
import { beginLink } from './sign-in/begin-link.ts';
import { cookieName, readCookie, setCookie, newToken, tokenHash } from './sign-in/cookies.ts';
import { authenticate, giveSession, signIn, type SignInVisit } from './sign-in/finish-sign-in.ts';
import { INVITATION_PATH } from './sign-in/sign-in.mail.tsx';
import { type Provider, accountAtProvider, PROVIDER_RETURN, providerFault } from './sign-in/provider.ts';
import { endSessionsOf } from './sign-in/sessions.ts';
import { markSignInUsed, readSignInLink, signInTimes, beginSignIn, takeChallenge } from './sign-in/sign-ins.ts';
import { recordAction } from './staff-actions.ts';

const htmlForm = { takes: 'application/x-www-form-urlencoded' };

/** The pages for signing in. GET and HEAD requests sign nobody in. */
export function signInRoutes(app: FastifyInstance, context: DeskContext, { provider, fonts }: SignInParts): void {
  const styles = signInStyles(fonts);
  app.get(STYLES, (_request, reply) => reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(styles));
  app.get(SCRIPT, (_request, reply) => reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(signInScript));
  const limit = context.limits({ name: 'desk-sign-in-page', points: 300, seconds: 600 });
  app.get('/sign-in', { onRequest: limit }, async (_request, reply) =>
    (await hasAnybody(context.store.db)) ? showSignIn(reply, provider !== undefined) : showNobodyYet(reply),
  );
  if (provider === undefined) askRoutes(app, context);
  else providerRoutes(app, context, provider);
  linkRoutes(app, context, provider === undefined ? [mailed, invited, first] : [first]);
  welcomeRoutes(app, context, limit);
}

type SignInParts = { provider: Provider | undefined; fonts: readonly PageFont[] };

function askRoutes(app: FastifyInstance, context: DeskContext): void {
  const { store, settings, now } = context;
  // For an office of forty that begins its day behind one address. Each account has a limit of its own (sign-in/begin-link.ts).
  const limit = context.limits({ name: 'desk-link', points: 40, seconds: 600, hour: 80, day: 300 });
  app.get('/sign-in/sent', (_request, reply) => showSent(reply, settings.MAIL_URL !== undefined));
  app.post('/sign-in/link/ask', { onRequest: limit, config: htmlForm }, async (request, reply) => {
    const address = clean(request.body, 'address').slice(0, limits.email);
    if (!EMAIL.test(address)) return showSignIn(reply, false, 'Enter your work address, as name@example.com.');
    const browser = newToken();
    const network = networksOfRequest(request).at(-1)?.name ?? '';
    const signedInAs = (await authenticate(context, request))?.accountId;
    await store.begin((tx) => beginLink(tx, { address, browser, network, signedInAs, now: now() }));
    const name = cookieName(settings.DESK_URL, 'sign-in');
    setCookie(reply, settings.DESK_URL, { name, token: browser, maxAge: signInTimes.link / 1000 });
    context.wake();
    return reply.redirect('/sign-in/sent', 303);
  });
}

type LinkPage = { kind: 'link' | 'invitation' | 'first'; path: string; title: string; words: string; button?: string };

const mailed: LinkPage = { kind: 'link', path: '/sign-in/link', title: 'Sign in', words: 'Press the button to sign in to the desk.' };
const invited: LinkPage = {
  kind: 'invitation',
  path: INVITATION_PATH,
  title: 'Welcome to the desk',
  words: 'Press the button to sign in. Later you do so by a link to this address, or by a passkey, which you add under your name.',
};
const first: LinkPage = {
  kind: 'first',
  path: '/first',
  title: 'Welcome to the desk',
  words:
    'Here staff work what visitors of the site send. Nobody has an account yet: this button makes you the administrator, who invites the others. It works once.',
  button: 'Begin as administrator',
};

function linkRoutes(app: FastifyInstance, context: DeskContext, pages: readonly LinkPage[]): void {
  const limit = context.limits({ name: 'desk-sign-in', points: 30, seconds: 600 });
  for (const { kind, path, title, words, button } of pages) {
    app.get(path, { onRequest: limit }, async (request, reply) => {
      const token = clean(request.query, 'token');
      const link = await readLink(context.store.db, { token, kind, now: context.now() });
      if (typeof link === 'string') return showSignInFault(reply, link);
      return showPress(reply, {
        title,
        action: path,
        values: { token },
        ...(button !== undefined && { button }),
        words: link.account === undefined ? words : `${nameOf(link.account)} ${words}`,
      });
    });
    app.post(path, { onRequest: limit, config: htmlForm }, async (request, reply) => {
      const pressed = await context.store.begin((tx) => press(tx, context, { request, reply, kind }));
      if (typeof pressed === 'string') return showSignInFault(reply, pressed);
      giveSession(context, reply, pressed.token);
      return reply.redirect(pressed.isFirst ? '/welcome' : '/', 303);
    });
  }
}

type Asked = Pick<LinkPage, 'kind'> & { token: string; now: number };

/** Reads a link of this kind, with the account if it is an invitation; or says why it cannot be used. */
async function readLink(
  db: Tx,
  { token, kind, now }: Asked,
): Promise<{ signIn: StaffSignInRow; account: Account | undefined } | SignInFault> {
  const link = await readSignInLink(db, token, now);
  if (link.state === 'open' && link.signIn.kind !== kind) return 'unknown';
  if (kind !== 'invitation') return link.state === 'open' ? { signIn: link.signIn, account: undefined } : link.state;
  if (link.state !== 'open') return link.state === 'unknown' ? 'unknown' : 'invited';
  const account = await findAccount(db, link.signIn.account_id ?? '');
  // An account that has signed in otherwise needs no invitation.
  return account?.state === 'invited' ? { signIn: link.signIn, account } : 'invited';
}

async function press(
  tx: Tx,
  context: DeskContext,
  visit: SignInVisit & Pick<LinkPage, 'kind'>,
): Promise<{ token: string; isFirst: boolean } | SignInFault> {
  const at = context.now();
  const { kind } = visit;
  const link = await readLink(tx, { token: clean(visit.request.body, 'token'), kind, now: at });
  if (typeof link === 'string') return link;
  const { id, browser_hash: browser, account_id: known } = link.signIn;
  // A link that a command printed is not bound to a browser.
  if (kind === 'link' && browser !== null && browser !== browserOf(context, visit.request)) return 'elsewhere';
  if (!(await markSignInUsed(tx, id, at))) return 'used';
  const isFirst = kind === 'first';
  const accountId = isFirst ? await claimFirstAccount(tx, context.store, at) : known;
  if (accountId === undefined || accountId === null) return 'used';
  if (!(await isOpen(tx, accountId))) return 'refused';
  // When two first links are used, the later one ends the earlier one's sessions: those may be a stranger's.
  if (isFirst) await endSessionsOf(tx, accountId, at);
  return { token: await signIn(tx, context, visit, { accountId, way: kind }), isFirst };
}

function nameOf({ name, address }: Account): string {
  return `Hello ${name}, this is the account of ${address}.`;
}

async function isOpen(tx: Tx, accountId: string): Promise<boolean> {
  const account = await findAccount(tx, accountId);
  return account !== undefined && account.state !== 'revoked';
}

function browserOf({ settings }: DeskContext, request: FastifyRequest): string | undefined {
  const token = readCookie(request, cookieName(settings.DESK_URL, 'sign-in'));
  return token === undefined ? undefined : tokenHash(token);
}

/** The page where the first administrator enters name and address. */
function welcomeRoutes(app: FastifyInstance, context: DeskContext, limit: Limit): void {
  const { store, now } = context;
  app.get('/welcome', { onRequest: limit }, async (request, reply) => {
    const staff = await authenticate(context, request);
    if (staff === undefined) return reply.redirect('/sign-in', 303);
    return staff.address === '' ? showWelcome(reply) : reply.redirect('/', 303);
  });
  app.post('/welcome', { onRequest: limit, config: htmlForm }, async (request, reply): Promise<FastifyReply> => {
    const staff = await authenticate(context, request);
    if (staff === undefined) return reply.redirect('/sign-in', 303);
    const [name, address] = [clean(request.body, 'name').slice(0, limits.line), clean(request.body, 'address')];
    const fault =
      name === ''
        ? 'Say your name.'
        : !EMAIL.test(address) || address.length > limits.email
          ? 'Enter your work address, as name@example.com.'
          : undefined;
    if (fault !== undefined) return showWelcome(reply, fault, { name, address });
    const saved = await store.begin(async (tx) => {
      await lockAccounts(tx, store);
      if ((await findByAddress(tx, address)) !== undefined) return false;
      if (!(await updateAddress(tx, { id: staff.accountId, name, address }))) return false;
      const { accountId } = staff;
      await recordAction(tx, { accountId, action: 'account changed', subject: { kind: 'account', id: accountId }, now: now() });
      return true;
    });
    return saved ? reply.redirect('/', 303) : showWelcome(reply, 'Another account has this address.', { name, address });
  });
}

/** Signing in with the company's own account. Returning from the provider signs nobody in: pressing a button does. */
function providerRoutes(app: FastifyInstance, context: DeskContext, provider: Provider): void {
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
