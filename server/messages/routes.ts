import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiPaths } from '../../contract/api.ts';
import { limits } from '../../contract/limits.ts';
import { contactPagePaths } from '../../contract/pages.ts';
import { firstAnswer } from '../http/idempotency.ts';
import { submitLead } from '../leads/submit-lead.ts';
import { acceptMultipart, readMultipart } from '../http/multipart.ts';
import { sendProblem } from '../http/problem.ts';
import { jsonField, readKey, wantsPage } from '../http/request.ts';
import type { AppContext } from '../app-context.ts';
import { isStoreDown } from '../store/errors.ts';
import { createLeadBatchWriter } from '../leads/lead-batch-writer.ts';
import { readMessage } from './accept.ts';
import { followMessage } from './follow.ts';
import { hasPages, showAgain, thank } from './page.ts';

type Body = { ok: true; body: Record<string, unknown>; attribution: unknown } | { ok: false; status: 400 | 413; detail: string };
type Refusal = { status: number; detail?: string; errors?: Readonly<Record<string, string>> };

/** The call of the contact page's form; the page itself posts there, too, where it has no JavaScript. */
export async function messageRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { store, site, settings, now } = context;
  const writer = createLeadBatchWriter(store);
  app.addHook('onClose', () => writer.drain());
  // Files are passed over; what they may hold is bounded all the same.
  await acceptMultipart(app, limits.multipartField);
  await app.register(formbody, { bodyLimit: limits.jsonBody });
  const pages = hasPages(site);
  const limit = context.limits({ name: 'contacts', points: 30, seconds: 60, hour: 300, day: 1000, ...(pages && { page: showLimited }) });

  // An answer's own address: the form is where it begins.
  if (pages) app.get(contactPagePaths.refused, (_request, reply) => reply.redirect('/contacts', 303));
  app.post(
    apiPaths.contacts,
    { preHandler: limit, bodyLimit: limits.jsonBody, config: { takes: 'multipart/form-data' }, errorHandler: showUnreadable },
    async (request, reply) => {
      const asPage = pages && wantsPage(request);
      const key = readKey(request);
      if (key instanceof Error) return sendProblem(reply, 400, { detail: key.message });
      const reading = await readBody(request);
      const body = reading.ok ? reading.body : {};
      const refuse = ({ status, ...more }: Refusal): FastifyReply =>
        asPage ? showAgain(site, reply, { status, body, errors: more.errors ?? {} }) : sendProblem(reply, status, more);
      if (!reading.ok) return refuse({ status: reading.status, detail: reading.detail });
      const message = readMessage({ body, attribution: reading.attribution, key, at: now() }, settings.MIN_FILL_MS);
      if (!message.ok) return refuse({ status: 422, errors: message.errors });
      const { lead } = message;
      try {
        const first = lead.key && (await firstAnswer(store.db, lead.key));
        const jobs = lead.spamReason === undefined ? followMessage({ leadId: lead.id, now: lead.at }) : [];
        const answer = first ?? (await submitLead({ store, writer, wake: context.wake }, { lead, jobs })).answer;
        if (!asPage) return answer.send(reply);
        return answer.status < 300 ? thank(reply) : refuse({ status: answer.status });
      } catch (error) {
        if (!asPage || !isStoreDown(error)) throw error;
        reply.header('retry-after', 5);
        return refuse({ status: 503 });
      }
    },
  );

  /** A body that is too large, or none of a form: the page once more for a person, a problem for a program. */
  function showUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode: status = 500 } = error;
    if (!pages || !wantsPage(request) || status >= 500) throw error;
    showAgain(site, reply, { status, body: {}, errors: {} });
  }

  /** Too many at once, with what was typed. */
  async function showLimited(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const reading = await readBody(request);
    return showAgain(site, reply, { status: 429, body: reading.ok ? reading.body : {}, errors: {} });
  }
}

/** A multipart body, a submitted HTML form or a JSON object. */
async function readBody(request: FastifyRequest): Promise<Body> {
  if (request.isMultipart()) {
    const reading = await readMultipart(request);
    return reading.ok ? { ok: true, body: reading.fields, attribution: jsonField(reading.fields, 'attribution') } : reading;
  }
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, status: 400, detail: 'The body must be an object.' };
  const fields = { ...body } as Record<string, unknown>;
  const given = fields.attribution;
  return { ok: true, body: fields, attribution: typeof given === 'string' ? jsonField({ attribution: given }, 'attribution') : given };
}
