import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SITE_PRODUCT } from '../../contract/api.ts';
import { sendFormCall } from '../../contract/calls/public/form-calls.ts';
import { callerFor, callers, campaignOf, dialogWords, FORM_PAGES, readAbout, type LeadTopic } from '../../contract/callers.ts';
import { toWire, type Answers } from '../../contract/forms/form.ts';
import { formPart } from '../../contract/forms/form-parts.ts';
import { dialogPlainForm } from '../../contract/forms/plain-form-list.ts';
import type { PlainForm } from '../../contract/forms/plain-form.ts';
import { limits } from '../../contract/limits.ts';
import { dialogFormPaths, type DialogFormType } from '../../contract/form-pages.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { allowFormBody, allowMultipart } from '../http/read-request.ts';
import { sendProblem } from '../http/problem.ts';
import { madeOfPage, sendPage, type BuiltPage } from '../http/site.ts';
import { answerWithPage, emptyForm, readPlainForm, showForm, showUnreadable } from '../leads/plain-form-route.ts';
import { askedIn, contactSteps, withTopicName } from './public.ts';

type PageRequest = FastifyRequest<{ Params: { caller: string }; Querystring: { about?: unknown } }>;

/**
 * The forms of the contact dialog as pages, one for each caller: its buttons link to them where JavaScript does not run. A page sends its form to its own
 * address, which names the caller and the topic.
 * @param app an encapsulated Fastify instance: content types are set for this route alone
 */
export async function formPages(app: FastifyInstance, context: LeadContext): Promise<void> {
  const path = `${FORM_PAGES}/:caller`;
  if (!Object.values(dialogFormPaths).every(({ refused, sent }) => [refused, sent].every((one) => context.site.pages.has(one)))) return;
  await allowMultipart(app, limits.multipartField);
  await allowFormBody(app, limits.jsonBody);
  app.removeContentTypeParser('application/json');
  const limit = context.limits(sendFormCall.rate);
  const known = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { caller } = (request as PageRequest).params;
    if (isKnown(caller) || isCampaign(context, caller)) return undefined;
    reply.callNotFound();
    return reply;
  };

  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if ((error.statusCode ?? 500) >= 500) throw error;
    showUnreadable(context, reply, declaredFor(context, request as PageRequest), error);
  };

  const shared = sharedForms(context);
  const namedLimit = context.limits({ name: 'named-forms', points: 120, seconds: 60 });
  const limitNamed: typeof namedLimit = async (request, reply) =>
    plainAddress(request as PageRequest) === undefined ? namedLimit(request, reply) : undefined;

  app.get(path, { onRequest: [known, limitNamed] }, async (request: PageRequest, reply) => {
    const { caller } = request.params;
    const campaign = isCampaign(context, caller)
      ? await context.campaigns.plainForm(context.store.db, caller, context.settings.words)
      : undefined;
    if (campaign !== undefined) return reply.redirect(campaign.paths.form, 303);
    const plain = plainAddress(request);
    if (plain !== undefined) return sendPage(request, reply, shared(plain, declaredFor(context, request)));
    const topic = topicOf(request);
    // The page must work without the store: if that does not answer, the form names no topic.
    const about = topic && (await withTopicName(context, topic).catch(() => topic));
    if (about === undefined && isPaper(caller)) return reply.callNotFound();
    const name = about && 'name' in about ? about.name : undefined;
    return showForm(context, reply, declaredFor(context, request, name), { body: {}, errors: {} });
  });

  app.post(path, { onRequest: [limit, known, refuseForeign], errorHandler }, async (request: PageRequest, reply) => {
    const { caller } = request.params;
    const topic = topicOf(request);
    const about = topic && (await withTopicName(context, topic).catch(() => undefined));
    const campaign = isCampaign(context, caller)
      ? await context.campaigns.plainForm(context.store.db, caller, context.settings.words)
      : undefined;
    const declared = campaign ?? declaredFor(context, request, about?.name);
    const steps = contactSteps(context, { product: SITE_PRODUCT, caller, asked: askedIn(request) }, readPlainForm);
    const parse: typeof steps.parse = (submission) =>
      steps.parse({ ...submission, body: { ...toWire(declared.form, submission.body as Answers), about: topic } });
    return answerWithPage(context, request, reply, { declared, steps: { ...steps, parse } });
  });
}

/** The pages of forms that are the same for everybody, each made once in the words of now. */
function sharedForms({ site, settings }: LeadContext): (address: string, form: PlainForm) => BuiltPage {
  const made = new Map<string, () => BuiltPage>();
  let { words } = settings;
  return (address, form) => {
    // A caller's words are filled into a page, so that they may change where the page does not.
    if (words !== settings.words) made.clear();
    ({ words } = settings);
    const page = made.get(address) ?? madeOfPage(site, form.paths.refused, (built) => emptyForm(built, form, address));
    made.set(address, page);
    return page();
  };
}

/** Whether this server has the page that answers the form of a campaign. */
function isCampaign({ site }: Pick<LeadContext, 'site'>, caller: string): boolean {
  return campaignOf(caller) !== undefined && site.pages.has(`${FORM_PAGES}/${caller}`);
}

function isKnown(caller: string): boolean {
  return callers.has(caller) || isPaper(caller);
}

/** The address of a form that names no topic, and so is the same for everybody; undefined for other forms. */
function plainAddress({ params: { caller }, url }: PageRequest): string | undefined {
  const [whole, again = ''] = /^[^?]*(\?again=1)?$/.exec(url) ?? [];
  return whole === undefined || isPaper(caller) ? undefined : `${FORM_PAGES}/${caller}${again}`;
}

function isPaper(caller: string): boolean {
  return callerFor(caller).asks === 'paper';
}

function declaredFor({ settings: { words } }: LeadContext, { params: { caller } }: PageRequest, about?: string): PlainForm {
  const row = callerFor(caller);
  const declared = dialogPlainForm(row.form as DialogFormType, {
    caller,
    texts: formPart('contactForm', words),
    said: formPart('formWords', words),
  });
  return { ...declared, form: { ...declared.form, ...dialogWords(row, about, formPart('callerWords', words)) } };
}

function topicOf({ params: { caller }, query }: PageRequest): LeadTopic | undefined {
  return readAbout(caller, query.about === undefined ? undefined : { kind: callerFor(caller).about, id: query.about });
}

/** Refuses forms that a page of another site sends in its reader's name. Browsers that do not say where a request comes from are let through. */
async function refuseForeign({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (headers['sec-fetch-site'] !== 'cross-site') return undefined;
  return sendProblem(reply, 403, { detail: 'This form is sent from its own page only.' });
}
