import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CALLER_PATTERN } from '../../contract/callers.ts';
import { NEXT_PLACEHOLDER, TOKEN_PLACEHOLDER } from '../../contract/pages.ts';
import { EMAIL } from '../../contract/forms/email.ts';
import type { Parts } from '../parts.ts';
import { firstAnswer } from '../http/idempotency.ts';
import { keepLead } from '../http/keep.ts';
import { clean, readKey } from '../http/request.ts';
import { sendProblem } from '../http/problem.ts';
import { sendPrivatePage } from '../http/site.ts';
import { isStoreDown } from '../store/errors.ts';
import { createIntake } from '../store/intake.ts';
import { readSubmission } from './accept.ts';
import { followConfirmation, followReceipt, requestLink } from './follow.ts';
import { confirmLink, hashToken, readLink, type Link } from './verify.ts';

type FormRequest = FastifyRequest<{ Params: { product: string; caller: string } }>;

/** The calls of the contact forms, and the pages behind the links of their mails. */
export function leadRoutes(app: FastifyInstance, parts: Parts): void {
  acceptRoute(app, parts);
  verifyRoutes(app, parts);
  resendRoute(app, parts);
}

function acceptRoute(app: FastifyInstance, parts: Parts): void {
  const { store, settings, now } = parts;
  const intake = createIntake(store);
  app.addHook('onClose', () => intake.drain());
  const limit = parts.limits({ name: 'forms', points: 60, seconds: 60 });

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
    const answer = repeated ?? (await keepLead({ store, intake, wake: parts.wake }, { lead, jobs: followReceipt(lead) })).answer;
    return answer(reply);
  });
}

function verifyRoutes(app: FastifyInstance, parts: Parts): void {
  const { store, now } = parts;
  const limit = parts.limits({ name: 'verify', points: 120, seconds: 60 });

  // Mail scanners open links: GET and HEAD read, and change nothing.
  app.get('/verify', { onRequest: limit }, async (request, reply) => {
    const token = clean(request.query, 'token');
    try {
      return showLink(parts, reply, await readLink(store.db, token, now()), token);
    } catch (error) {
      return showUnavailable(parts, reply, error, token);
    }
  });

  app.post('/verify', { onRequest: limit }, async (request, reply) => {
    const token = clean(request.body, 'token');
    try {
      const at = now();
      const link = await store.begin((tx) => confirmLink(tx, token, at, (pending) => followConfirmation(tx, pending, at)));
      if (link.state !== 'used') return showLink(parts, reply, link, token);
      parts.wake();
      return redirect(reply, link.landing);
    } catch (error) {
      return showUnavailable(parts, reply, error, token);
    }
  });
}

/** A fresh link. The answer is the same, and takes as long, whether the address is known or not: a job looks it up. */
function resendRoute(app: FastifyInstance, parts: Parts): void {
  const { store } = parts;
  const limit = parts.limits({ name: 'resend', points: 10, seconds: 600 });

  app.get('/verify/sent', (_request, reply) => {
    sendPrivatePage(reply, parts.site.pages.get('/verify/sent')!, 200, {});
  });
  app.post('/verify/resend', { onRequest: limit }, async (request, reply) => {
    const email = clean(request.body, 'email').toLowerCase();
    const token = clean(request.body, 'token');
    const wanted = EMAIL.test(email) ? { email } : { tokenHash: hashToken(token) };
    try {
      await store.begin((tx) => requestLink(tx, wanted, parts.now()));
    } catch (error) {
      return showUnavailable(parts, reply, error, token);
    }
    parts.wake();
    return redirect(reply, '/verify/sent');
  });
}

const statuses = { ask: 200, used: 200, expired: 410, superseded: 410, unknown: 404 } as const;

function showLink({ site }: Parts, reply: FastifyReply, link: Link, token: string): FastifyReply {
  const page = site.pages.get(link.state === 'ask' ? '/verify' : `/verify/${link.state}`)!;
  const next = link.state === 'unknown' ? '/' : link.landing;
  return sendPrivatePage(reply, page, statuses[link.state], { [TOKEN_PLACEHOLDER]: token, [NEXT_PLACEHOLDER]: next });
}

function showUnavailable({ site }: Parts, reply: FastifyReply, error: unknown, token: string): FastifyReply {
  if (!isStoreDown(error)) throw error;
  reply.header('retry-after', 5);
  return sendPrivatePage(reply, site.pages.get('/verify/unavailable')!, 503, { [TOKEN_PLACEHOLDER]: token });
}

function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(path, 303);
}

function isRecord(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
