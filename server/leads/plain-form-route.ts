import { PLAIN_FORM_WORDS } from '../../contract/form-pages.ts';
import { cleanText } from '../../contract/clean-text.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicCall } from '../../contract/calls/public/public-call.ts';
import { type PlainForm, choiceMark, PLAIN_FORM_ACTION, PLAIN_FORM_ALERT, plainFormMarks } from '../../contract/forms/plain-form.ts';
import { limits } from '../../contract/limits.ts';
import type { LeadContext } from './lead-context.ts';
import { allowFormBody, allowMultipart, readMultipart, wantsPage } from '../http/read-request.ts';
import { createPublicRoute, type PublicExchange } from '../http/public-route.ts';
import { takeForm, type FormSteps } from './take-form.ts';
import { WORDING } from '../../contract/api.ts';
import { parseSubmission, type SubmissionTarget, type SubmittedBody, wordingOf } from './parse-submission.ts';
import { present } from '../../contract/checked.ts';
import type { Field, FieldErrors } from '../../contract/forms/form.ts';
import { refusal } from '../http/idempotency.ts';
import { pageForAll } from '../http/page-parts.ts';
import { tokenPageHeaders } from '../http/security-headers.ts';
import { sendSmallPage } from '../http/small-page.ts';
import type { Placeholders } from '../http/fill-placeholders.ts';
import { sendFilledPage, sendPrivatePage, type BuiltPage, type Site } from '../http/site.ts';
import { isStoreDown } from '../store/errors.ts';

type PlainFormRoute<C extends PublicCall> = {
  /** In the words of now. */
  declaredNow: () => PlainForm;
  call: C;
  /** The form and caller that the request's address stands for. */
  target: (address: PublicExchange<C>['address']) => SubmissionTarget;
};

/**
 * Takes a form that also works without JavaScript. Answers a program in JSON, and a browser without JavaScript with a page: the form with what was typed and
 * its errors, or the thank-you page.
 * @param app an encapsulated Fastify instance: content types are set for this route alone
 */
export async function plainFormRoute<const C extends PublicCall>(
  app: FastifyInstance,
  context: LeadContext,
  { declaredNow, call, target }: PlainFormRoute<C>,
): Promise<void> {
  // Files are ignored, but their size is limited all the same.
  await allowMultipart(app, limits.multipartField);
  await allowFormBody(app, limits.jsonBody);
  if (call.body?.types.includes('application/json') !== true) app.removeContentTypeParser('application/json');
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const declared = declaredNow();
    if (!isPlainForm(context, declared, request) || (error.statusCode ?? 500) >= 500) throw error;
    showUnreadable(context, reply, declared, error);
  };

  leadBackFromRefused(app, context.site, declaredNow());
  const take = async ({ request, reply, address }: PublicExchange<C>): Promise<FastifyReply> => {
    const declared = declaredNow();
    const steps: FormSteps = {
      form: declared.form.type,
      read: readPlainForm,
      parse: async (submission) =>
        parseSubmission(
          { ...target(address), wording: await wordingOf(context, submission.body[WORDING]) },
          submission,
          context.settings.MIN_FILL_MS,
        ),
    };
    if (isPlainForm(context, declared, request)) return answerWithPage(context, request, reply, { declared, steps });
    return (await takeForm(context, request, steps)).send(reply);
  };
  createPublicRoute(app, context)(call, take, { errorHandler });
}

/** `status` of the answer; undefined: the form has not been sent yet. */
type ShownForm = { status?: number; body: SubmittedBody; errors: FieldErrors };

type Pages = Pick<LeadContext, 'site'>;

/** Whether a browser without JavaScript sent the request, and the build has pages to answer it with. */
export function isPlainForm({ site: { pages } }: Pages, { paths }: PlainForm, request: FastifyRequest): boolean {
  return pages.has(paths.refused) && pages.has(paths.sent) && wantsPage(request);
}

/** Redirects a GET of the address that answers a refused form to the form itself. */
export function leadBackFromRefused(app: FastifyInstance, site: Site, { paths }: PlainForm): void {
  if (site.pages.has(paths.refused)) app.get(paths.refused, (_request, reply) => reply.redirect(paths.form, 303));
}

type PlainAnswer = {
  declared: PlainForm;
  steps: FormSteps;
  /** Called once the form is taken or refused, before the answer is sent. */
  discard?: () => Promise<void> | undefined;
};

/** Takes a form and answers with a page: the thank-you page, or the form with what was typed and its errors. */
export async function answerWithPage(
  context: LeadContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { declared, steps, discard }: PlainAnswer,
): Promise<FastifyReply> {
  let typed: SubmittedBody = {};
  const read: FormSteps['read'] = async () => {
    const reading = await steps.read(request);
    if (!reading.ok) return reading;
    typed = reading.body;
    if (sizeOf(typed) > limits.jsonBody) return { ok: false, answer: refusal(413, { detail: 'The body is too large.' }) };
    return reading;
  };
  try {
    const answer = await takeForm(context, request, { ...steps, read, page: declared.paths.form }).finally(discard);
    if (answer.cookie !== undefined) reply.header('set-cookie', answer.cookie);
    // A redirect, so that reloading the page sends nothing again.
    if (answer.status < 300) return reply.header('cache-control', 'no-store').redirect(declared.paths.sent, 303);
    // A body that is far too long was not read, so there is nothing to fill in.
    if (answer.status === 413 && (answer.errors === undefined || Object.keys(typed).length === 0))
      return showTooLong(reply, Object.values(answer.errors ?? {})[0]);
    return showForm(context, reply, declared, { status: answer.status, body: typed, errors: answer.errors ?? {} });
  } catch (error) {
    if (!isStoreDown(error)) throw error;
    return showForm(context, reply.header('retry-after', 5), declared, { status: 503, body: typed, errors: {} });
  }
}

/** The empty form at an address: the same for every visitor. */
export function emptyForm(built: BuiltPage, declared: PlainForm, url: string): BuiltPage {
  const values = { ...valuesOf(declared, { body: {}, errors: {} }), [PLAIN_FORM_ACTION]: otherAddress(url) };
  return pageForAll(built, values, KEPT);
}

export function showForm({ site }: Pages, reply: FastifyReply, declared: PlainForm, shown: ShownForm): FastifyReply {
  const page = present(site.pages.get(declared.paths.refused));
  const values = { ...valuesOf(declared, shown), [PLAIN_FORM_ACTION]: otherAddress(reply.request.url) };
  // An empty form holds no personal data. Browsers keep what is typed only in pages that they may store.
  return shown.status === undefined ? sendFilledPage(reply, page, values, KEPT) : sendPrivatePage(reply, page, shown.status, values);
}

const KEPT = { ...tokenPageHeaders, 'cache-control': 'no-cache' };

/**
 * The form's action is its page's address with `again` added or removed by turns: when the address of the very page cannot be reached, a browser replaces the
 * page with its error, and what was typed is lost.
 */
function otherAddress(url: string): string {
  const [path = '', query] = url.split('?');
  const asked = new URLSearchParams(query);
  if (asked.has('again')) asked.delete('again');
  else asked.set('again', '1');
  return asked.size > 0 ? `${path}?${asked.toString()}` : path;
}

/** Does not repeat what was typed: it would be too long again. */
function showTooLong(reply: FastifyReply, fault?: string): FastifyReply {
  const words =
    fault === undefined
      ? 'Nothing was sent, as it is longer than we can take. Go back: what you typed is still in your browser, and can be shortened.'
      : `${fault}: nothing was sent. Go back: what you typed is still in your browser, and you can choose another file.`;
  return sendSmallPage(reply, 413, { title: fault === undefined ? 'Please write less' : 'Please choose a smaller file', words });
}

/** Answers a browser whose form could not be read. */
export function showUnreadable(context: Pages, reply: FastifyReply, declared: PlainForm, { statusCode: status = 500 }: FastifyError): void {
  if (status === 413) showTooLong(reply);
  else showForm(context, reply, declared, { status, body: {}, errors: {} });
}

function valuesOf({ form, messages }: PlainForm, { status, body, errors }: ShownForm): Placeholders {
  const words = (Object.keys(PLAIN_FORM_WORDS) as Array<keyof typeof PLAIN_FORM_WORDS>).map((name) => [PLAIN_FORM_WORDS[name], form[name]]);
  const names = [...form.fields.map(({ field }) => field), ...(form.file ? [form.file.name] : [])];
  return {
    [PLAIN_FORM_ALERT]: alertOf(messages, status, Object.keys(errors).length),
    ...(Object.fromEntries(words) as Placeholders),
    ...Object.assign({}, ...names.map((name) => valuesOfField(form.catalogue[name], name, { body, errors }))),
  };
}

function alertOf(messages: PlainForm['messages'], status: number | undefined, faults: number): string {
  if (status === undefined) return '';
  return status === 422 || faults > 0 ? messages.invalid : messages.failure;
}

function valuesOfField(field: Field | undefined, name: string, { body, errors }: ShownForm): Placeholders {
  const marks = plainFormMarks(name);
  const typed = body[name];
  const text = typeof typed === 'string' ? cleanText(typed, true) : '';
  const error = errors[name];
  const values: Record<string, string> = { [marks.value]: text, [marks.error]: error ?? '', [marks.invalid]: String(error !== undefined) };
  if (field?.kind === 'checkbox' && text !== '') values[choiceMark(name)] = 'checked';
  const chosen = field?.options?.findIndex(({ value }) => value === text) ?? -1;
  if (chosen >= 0) values[choiceMark(name, chosen)] = 'selected';
  return values;
}

/** Reads a form's body, multipart or urlencoded (or JSON, where the route takes it). Ignores files. */
export async function readPlainForm(request: FastifyRequest): ReturnType<FormSteps['read']> {
  if (request.isMultipart()) {
    const reading = await readMultipart(request);
    if (!reading.ok) return { ok: false, answer: refusal(reading.status, { detail: reading.detail }) };
    return { ok: true, body: reading.fields };
  }
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, answer: refusal(400, { detail: 'The body must be an object.' }) };
  return { ok: true, body: { ...body } };
}

function sizeOf(body: SubmittedBody): number {
  return Object.values(body).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
