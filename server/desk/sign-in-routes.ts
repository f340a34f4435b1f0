import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EMAIL } from '../../contract/forms/email.ts';
import { limits } from '../../contract/limits.ts';
import { clean } from '../http/read-request.ts';
import type { Tx } from '../store/store.ts';
import { findAccount, findByAddress, updateAddress } from './accounts.ts';
import type { DeskContext } from './desk-context.ts';
import { claimFirstAccount } from './first-link.ts';
import { signInStyles } from './pages/sign-in-styles.ts';
import { SCRIPT, STYLES } from './pages/page.ts';
import { signInScript } from './pages/sign-in-script.ts';
import { showPress, showSent, showSignIn, showSignInFault, showWelcome, type SignInFault } from './pages/sign-in-pages.ts';
import { providerRoutes } from './provider-routes.ts';
import { beginLink } from './sign-in/begin-link.ts';
import { cookieName, readCookie, setCookie } from './sign-in/cookies.ts';
import { authenticate, giveSession, signIn, type SignInVisit } from './sign-in/finish-sign-in.ts';
import type { Provider } from './sign-in/provider.ts';
import { newToken, tokenHash } from './sign-in/secret-token.ts';
import { markSignInUsed, readSignInLink, signInTimes } from './sign-in/sign-ins.ts';

const htmlForm = { takes: 'application/x-www-form-urlencoded' };

/** The pages by which somebody signs in. GET and HEAD of any of them sign nobody in. */
export function signInRoutes(app: FastifyInstance, context: DeskContext, provider: Provider | undefined): void {
  app.get(STYLES, (_request, reply) => reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(signInStyles));
  app.get(SCRIPT, (_request, reply) => reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(signInScript));
  app.get('/sign-in', (_request, reply) => showSignIn(reply, provider !== undefined));
  if (provider === undefined) askRoutes(app, context);
  else providerRoutes(app, context, provider);
  linkRoutes(app, context, provider === undefined ? [mailed, first] : [first]);
  welcomeRoutes(app, context);
}

function askRoutes(app: FastifyInstance, context: DeskContext): void {
  const { store, settings, now } = context;
  const limit = context.limits({ name: 'desk-link', points: 10, seconds: 600, hour: 30, day: 100 });
  app.get('/sign-in/sent', (_request, reply) => showSent(reply));
  app.post('/sign-in/link/ask', { preHandler: limit, config: htmlForm }, async (request, reply) => {
    const address = clean(request.body, 'address').slice(0, limits.email);
    if (!EMAIL.test(address)) return showSignIn(reply, false, 'Enter your work address, as name@example.com.');
    const browser = newToken();
    await store.begin((tx) => beginLink(tx, { address, browser, now: now() }));
    const name = cookieName(settings.DESK_URL, 'sign-in');
    setCookie(reply, settings.DESK_URL, { name, token: browser, maxAge: signInTimes.link / 1000 });
    context.wake();
    return reply.redirect('/sign-in/sent', 303);
  });
}

type LinkPage = { kind: 'link' | 'first'; path: string; title: string; words: string };

const mailed: LinkPage = { kind: 'link', path: '/sign-in/link', title: 'Sign in', words: 'Press the button to sign in to the desk.' };
const first: LinkPage = {
  kind: 'first',
  path: '/first',
  title: 'Open the desk',
  words: 'Press the button to open the desk as its first administrator.',
};

function linkRoutes(app: FastifyInstance, context: DeskContext, pages: readonly LinkPage[]): void {
  const limit = context.limits({ name: 'desk-sign-in', points: 30, seconds: 600 });
  for (const { kind, path, title, words } of pages) {
    app.get(path, { preHandler: limit }, async (request, reply) => {
      const token = clean(request.query, 'token');
      const link = await readSignInLink(context.store.db, token, context.now());
      return link.state === 'open'
        ? showPress(reply, { title, action: path, values: { token }, words })
        : showSignInFault(reply, link.state);
    });
    app.post(path, { preHandler: limit, config: htmlForm }, async (request, reply) => {
      const pressed = await context.store.begin((tx) => press(tx, context, { request, reply, kind }));
      if (typeof pressed === 'string') return showSignInFault(reply, pressed);
      giveSession(context, reply, pressed.token);
      return reply.redirect(pressed.isFirst ? '/welcome' : '/', 303);
    });
  }
}

async function press(
  tx: Tx,
  context: DeskContext,
  visit: SignInVisit & Pick<LinkPage, 'kind'>,
): Promise<{ token: string; isFirst: boolean } | SignInFault> {
  const at = context.now();
  const link = await readSignInLink(tx, clean(visit.request.body, 'token'), at);
  if (link.state !== 'open') return link.state;
  const { id, kind, browser_hash: browser, account_id: known } = link.signIn;
  if (kind !== visit.kind) return 'unknown';
  const isFirst = kind === 'first';
  if (!isFirst && browser !== browserOf(context, visit.request)) return 'elsewhere';
  if (!(await markSignInUsed(tx, id, at))) return 'used';
  const accountId = isFirst ? await claimFirstAccount(tx, context.store, at) : known;
  if (accountId === undefined || accountId === null) return 'used';
  if (!(await isOpen(tx, accountId))) return 'refused';
  return { token: await signIn(tx, context, visit, { accountId, way: isFirst ? 'first' : 'link' }), isFirst };
}

async function isOpen(tx: Tx, accountId: string): Promise<boolean> {
  const account = await findAccount(tx, accountId);
  return account !== undefined && account.state !== 'revoked';
}

function browserOf({ settings }: DeskContext, request: FastifyRequest): string | undefined {
  const token = readCookie(request, cookieName(settings.DESK_URL, 'sign-in'));
  return token === undefined ? undefined : tokenHash(token);
}

/** Where the first administrator says who that is. */
function welcomeRoutes(app: FastifyInstance, context: DeskContext): void {
  const { store } = context;
  app.get('/welcome', async (request, reply) => {
    const staff = await authenticate(context, request);
    if (staff === undefined) return reply.redirect('/sign-in', 303);
    return staff.address === '' ? showWelcome(reply) : reply.redirect('/', 303);
  });
  app.post('/welcome', { config: htmlForm }, async (request, reply): Promise<FastifyReply> => {
    const staff = await authenticate(context, request);
    if (staff === undefined) return reply.redirect('/sign-in', 303);
    const [name, address] = [clean(request.body, 'name').slice(0, limits.line), clean(request.body, 'address')];
    if (name === '') return showWelcome(reply, 'Say your name.');
    if (!EMAIL.test(address) || address.length > limits.email) return showWelcome(reply, 'Enter your work address, as name@example.com.');
    const saved = await store.begin(async (tx) => {
      if ((await findByAddress(tx, address)) !== undefined) return false;
      return updateAddress(tx, { id: staff.accountId, name, address });
    });
    return saved ? reply.redirect('/', 303) : showWelcome(reply, 'Another account has this address.');
  });
}
