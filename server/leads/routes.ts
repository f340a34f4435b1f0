import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CALLER_PATTERN } from '../../contract/callers.ts';
import { TOKEN_PLACEHOLDER } from '../../contract/pages.ts';
import { EMAIL } from '../../contract/forms/email.ts';
import type { AppContext } from '../app-context.ts';
import { firstAnswer } from '../http/idempotency.ts';
import { submitLead } from './submit-lead.ts';
import { clean, readKey } from '../http/request.ts';
import { sendProblem } from '../http/problem.ts';
import { sendPrivatePage } from '../http/site.ts';
import { isStoreDown } from '../store/errors.ts';
import { createLeadBatchWriter } from './lead-batch-writer.ts';
import { readSubmission } from './accept.ts';
import { followConfirmation, followReceipt, requestLink } from './follow.ts';
import { showLink, showPicks } from './verify-page.ts';
import { confirmLink, hashToken, readLink, type Answer } from './verify.ts';

/** What the buttons of these pages send. */
const htmlForm = { takes: 'application/x-www-form-urlencoded' };

type FormRequest = FastifyRequest<{ Params: { product: string; caller: string } }>;

/** The pages behind the links of mails, whose buttons are plain HTML forms. */
export async function linkRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  await app.register(formbody, { bodyLimit: 8 * 1024 });
  verifyRoutes(app, context);
  resendRoute(app, context);
}

/** The calls of the contact forms. They take JSON only: no foreign page can send them by a form of its own. */
export function leadRoutes(app: FastifyInstance, context: AppContext): void {
  const { store, settings, now } = context;
  const writer = createLeadBatchWriter(store);
  app.addHook('onClose', () => writer.drain());
  const limit = context.limits({ name: 'forms', points: 60, seconds: 60, hour: 600, day: 2000 });

  app.post('/:product/forms/:caller', { onRequest: limit }, async (request: FormRequest, reply) => {
    const { product, caller } = request.params;
    if (!settings.PRODUCTS.includes(product)) return sendProblem(reply, 404, { detail: 'There is no such product.' });
    if (!CALLER_PATTERN.test(caller)) return sendProblem(reply, 404, { detail: 'There is no such form.' });
    const { body } = request;
    if (!isRecord(body)) return sendProblem(reply, 400, { detail: 'The body must be a JSON object.' });
    const key = readKey(request);
    if (key instanceof Error) return sendProblem(reply, 400, { detail: key.message });
    const submission = { product, caller, body, key, at: now() };
    const reading = readSubmission(submission, settings.MIN_FILL_MS);
    if (!reading.ok) return sendProblem(reply, 422, { errors: reading.errors });
    const { lead } = reading;
    const repeated = lead.key && (await firstAnswer(store.db, lead.key));
    const answer = repeated ?? (await submitLead({ store, writer, wake: context.wake }, { lead, jobs: followReceipt(lead) })).answer;
    return answer.send(reply);
  });
}

function verifyRoutes(app: FastifyInstance, context: AppContext): void {
  const { store, now } = context;
  const limit = context.limits({
    name: 'verify',
    points: 120,
    seconds: 60,
    page: (request, reply) => showLimited(context, request, reply),
  });

  // Mail scanners open links: GET and HEAD read, and change nothing.
  app.get('/verify', { preHandler: limit }, async (request, reply) => {
    const token = clean(request.query, 'token');
    try {
      return await showLink(context, reply, await readLink(store.db, token, now()), token);
    } catch (error) {
      return showUnavailable(context, reply, error, token);
    }
  });

  app.post('/verify', { preHandler: limit, config: htmlForm }, async (request, reply) => {
    const token = clean(request.body, 'token');
    try {
      const at = now();
      const answer = readAnswer(request.body);
      const link = await store.begin((tx) => confirmLink(tx, { token, now: at, answer }, (lead) => followConfirmation(tx, lead, at)));
      if (link.state === 'picks') return await showPicks(context, reply, link, token);
      if (link.state !== 'used') return await showLink(context, reply, link, token);
      context.wake();
      return redirect(reply, link.landing);
    } catch (error) {
      return showUnavailable(context, reply, error, token);
    }
  });
}

/** A fresh link. The answer is the same, and takes as long, whether the address is known or not: a job looks it up. */
function resendRoute(app: FastifyInstance, context: AppContext): void {
  const { store } = context;
  const limit = context.limits({
    name: 'resend',
    points: 10,
    seconds: 600,
    hour: 40,
    day: 120,
    page: (request, reply) => showLimited(context, request, reply),
  });

  app.get('/verify/sent', (_request, reply) => {
    sendPrivatePage(reply, context.site.pages.get('/verify/sent')!, 200, {});
  });
  app.post('/verify/resend', { preHandler: limit, config: htmlForm }, async (request, reply) => {
    const email = clean(request.body, 'email').toLowerCase();
    const token = clean(request.body, 'token');
    const wanted = EMAIL.test(email) ? { email } : { tokenHash: hashToken(token) };
    try {
      await store.begin((tx) => requestLink(tx, wanted, context.now()));
    } catch (error) {
      return showUnavailable(context, reply, error, token);
    }
    context.wake();
    return redirect(reply, '/verify/sent');
  });
}

/** What the confirming page sends. Without scripts, one tick is a text and several are a list. */
function readAnswer(body: unknown): Answer {
  return { shown: idsOf(body, 'shown'), picked: idsOf(body, 'request'), none: clean(body, 'answer') === 'none' };
}

function idsOf(body: unknown, name: string): string[] {
  const given: unknown = isRecord(body) && Object.hasOwn(body, name) ? body[name] : [];
  return [given].flat().filter((id) => typeof id === 'string');
}

function showUnavailable({ site }: AppContext, reply: FastifyReply, error: unknown, token: string): FastifyReply {
  if (!isStoreDown(error)) throw error;
  reply.header('retry-after', 5);
  return sendPrivatePage(reply, site.pages.get('/verify/unavailable')!, 503, { [TOKEN_PLACEHOLDER]: token });
}

/** Too many at once: the page that offers another try, with the link that was asked about. */
function showLimited({ site }: AppContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const token = clean(request.query, 'token') || clean(request.body, 'token');
  return sendPrivatePage(reply, site.pages.get('/verify/unavailable')!, 429, { [TOKEN_PLACEHOLDER]: token });
}

function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(path, 303);
}

function isRecord(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
