import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiPaths } from '../../contract/api.ts';
import { contactPageForm } from '../../contract/forms/contact-page.ts';
import { limits } from '../../contract/limits.ts';
import { contactPagePaths } from '../../contract/pages.ts';
import type { AppContext } from '../app-context.ts';
import { refusal } from '../http/idempotency.ts';
import { allowMultipart, readMultipart } from '../http/multipart.ts';
import { jsonField, wantsPage } from '../http/read-request.ts';
import { answerForm, type FormSteps, type SubmittedBody } from '../leads/answer-form.ts';
import { parseSubmission, type SubmissionTarget } from '../leads/parse-submission.ts';
import { isStoreDown } from '../store/errors.ts';
import { hasPages, showAgain, thank } from './message-pages.ts';

const target: SubmissionTarget = {
  form: contactPageForm,
  kind: 'message',
  product: 'www',
  caller: 'contacts',
  fingerprint: (answers) => ['contacts', JSON.stringify(answers)],
};

export async function messageRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { site, settings } = context;
  // Files are passed over; what they may hold is bounded all the same.
  await allowMultipart(app, limits.multipartField);
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
      const parse: FormSteps['parse'] = (submission) => parseSubmission(target, submission, settings.MIN_FILL_MS);
      let typed: SubmittedBody['body'] = {};
      const read: FormSteps['read'] = async () => {
        const reading = await readBody(request);
        if (reading.ok) typed = reading.body.body;
        return reading;
      };
      try {
        const answer = await answerForm(context, request, { read, parse });
        if (!asPage) return answer.send(reply);
        if (answer.status < 300) return thank(reply);
        return showAgain(site, reply, { status: answer.status, body: typed, errors: answer.errors ?? {} });
      } catch (error) {
        if (!asPage || !isStoreDown(error)) throw error;
        return showAgain(site, reply.header('retry-after', 5), { status: 503, body: typed, errors: {} });
      }
    },
  );

  /** A body that is too large, or none of a form: the page once more for a person, a problem for a program. */
  function showUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode: status = 500 } = error;
    if (!pages || !wantsPage(request) || status >= 500) throw error;
    showAgain(site, reply, { status, body: {}, errors: {} });
  }

  async function showLimited(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const reading = await readBody(request);
    return showAgain(site, reply, { status: 429, body: reading.ok ? reading.body.body : {}, errors: {} });
  }
}

async function readBody(request: FastifyRequest): ReturnType<FormSteps['read']> {
  if (request.isMultipart()) {
    const reading = await readMultipart(request);
    if (!reading.ok) return { ok: false, answer: refusal(reading.status, { detail: reading.detail }) };
    return { ok: true, body: { body: reading.fields, attribution: jsonField(reading.fields, 'attribution') } };
  }
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, answer: refusal(400, { detail: 'The body must be an object.' }) };
  const fields = { ...body } as Record<string, unknown>;
  const given = fields.attribution;
  const attribution = typeof given === 'string' ? jsonField({ attribution: given }, 'attribution') : given;
  return { ok: true, body: { body: fields, attribution } };
}
