import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cleanText, type FieldErrors } from '../../contract/forms/form.ts';
import { PLAIN_FORM_ALERT, plainFormMarks, type PlainForm } from '../../contract/forms/plain-form.ts';
import { limits } from '../../contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { allowFormBody } from '../http/form-body.ts';
import { refusal, type HttpAnswer } from '../http/idempotency.ts';
import { allowMultipart, readMultipart } from '../http/multipart.ts';
import { sendProblem } from '../http/problem.ts';
import type { Rate } from '../http/rate-limits.ts';
import { sendSmallPage } from '../http/small-page.ts';
import { jsonField, wantsPage } from '../http/read-request.ts';
import { sendPrivatePage, type Site } from '../http/site.ts';
import { isStoreDown } from '../store/errors.ts';
import { answerForm, type FormSteps, type SubmittedBody } from './answer-form.ts';
import { parseSubmission, type SubmissionTarget } from './parse-submission.ts';

type PlainFormRoute = {
  declared: PlainForm;
  path: string;
  rate: Rate;
  json: boolean;
  /** What a request is for; `undefined` where there is nothing at its address. */
  target: (request: FastifyRequest) => SubmissionTarget | undefined;
};

type Shown = { status: number; body: SubmittedBody['body']; errors: FieldErrors };

/**
 * Takes a form that works without JavaScript, too. A program is answered in JSON; a browser that sends the form by itself with a page: the
 * form with what was typed and what is wrong, or the one that says thank you.
 * @param app a scope of its own: its content types are this route's
 */
export async function plainFormRoute(app: FastifyInstance, context: AppContext, route: PlainFormRoute): Promise<void> {
  const { site, settings } = context;
  const { declared, path, target } = route;
  // Files are passed over; what they may hold is bounded all the same.
  await allowMultipart(app, limits.multipartField);
  await allowFormBody(app, limits.jsonBody);
  if (!route.json) app.removeContentTypeParser('application/json');
  const pages = hasPages(site, declared);
  const isPlain = (request: FastifyRequest) => pages && wantsPage(request);
  const limit = context.limits(route.rate);
  const isThere = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    target(request) === undefined ? sendProblem(reply, 404, { detail: 'There is no such product.' }) : undefined;

  // An answer's own address: the form is where it begins.
  if (pages) app.get(declared.paths.refused, (_request, reply) => reply.redirect(declared.paths.form, 303));
  const options = { onRequest: [limit, isThere], config: { takes: 'multipart/form-data' }, errorHandler: showUnreadable };
  app.post(path, options, async (request, reply) => {
    const aimed = target(request)!;
    if (!isPlain(request)) return (await answerForm(context, request, stepsFor(aimed, readBody))).send(reply);
    let typed: SubmittedBody['body'] = {};
    const read: FormSteps['read'] = async () => {
      const reading = await readBody(request);
      if (!reading.ok) return reading;
      typed = reading.body.body;
      if (sizeOf(typed) > limits.jsonBody) return { ok: false, answer: tooLarge() };
      return { ok: true, body: { body: typed, attribution: reading.body.attribution ?? { page: declared.paths.form } } };
    };
    try {
      const answer = await answerForm(context, request, stepsFor(aimed, read));
      if (answer.cookie !== undefined) reply.header('set-cookie', answer.cookie);
      if (answer.status < 300) return thank(reply);
      if (answer.status === 413) return showTooLong(reply);
      return showAgain(reply, { status: answer.status, body: typed, errors: answer.errors ?? {} });
    } catch (error) {
      if (!isStoreDown(error)) throw error;
      return showAgain(reply.header('retry-after', 5), { status: 503, body: typed, errors: {} });
    }
  });

  function stepsFor(aimed: SubmissionTarget, read: FormSteps['read']): FormSteps {
    return { form: declared.form.type, read, parse: (submission) => parseSubmission(aimed, submission, settings.MIN_FILL_MS) };
  }

  function showUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode: status = 500 } = error;
    if (!isPlain(request) || status >= 500) throw error;
    if (status === 413) return void showTooLong(reply);
    showAgain(reply, { status, body: {}, errors: {} });
  }

  /** Led to, so that reloading it sends nothing again. */
  function thank(reply: FastifyReply): FastifyReply {
    return reply.header('cache-control', 'no-store').redirect(declared.paths.sent, 303);
  }

  function showAgain(reply: FastifyReply, shown: Shown): FastifyReply {
    return sendPrivatePage(reply, site.pages.get(declared.paths.refused)!, shown.status, valuesOf(declared, shown));
  }
}

/** Repeats nothing: it would be as long again. */
function showTooLong(reply: FastifyReply): FastifyReply {
  const words =
    'Nothing was sent, as it is longer than we can take. Go back: what you typed is still in your browser, and can be shortened.';
  return sendSmallPage(reply, 413, { title: 'Please write less', words });
}

function hasPages({ pages }: Site, { paths }: PlainForm): boolean {
  return pages.has(paths.refused) && pages.has(paths.sent);
}

function valuesOf({ form, messages }: PlainForm, { status, body, errors }: Shown): Record<string, string> {
  const values: Record<string, string> = { [PLAIN_FORM_ALERT]: status === 422 ? messages.invalid : messages.failure };
  for (const { field: name } of form.fields) {
    const marks = plainFormMarks(name);
    const typed = body[name];
    const error = errors[name];
    values[marks.value] = typeof typed === 'string' ? cleanText(typed, true) : '';
    values[marks.error] = error ?? '';
    values[marks.invalid] = String(error !== undefined);
  }
  return values;
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

function tooLarge(): HttpAnswer {
  return refusal(413, { detail: 'The body is too large.' });
}

function sizeOf(body: SubmittedBody['body']): number {
  return Object.values(body).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
