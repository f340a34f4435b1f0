import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendFormCall } from '../../contract/calls/public/form-calls.ts';
import { refusal } from '../http/idempotency.ts';
import { createPublicRoute } from '../http/public-route.ts';
import { takeForm, type FormSteps } from '../leads/take-form.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { WORDING } from '../../contract/api.ts';
import { callerFor, campaignOf, readAbout, type LeadTopic, type NamedAbout } from '../../contract/callers.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import type { Form } from '../../contract/forms/form.ts';
import { parseSubmission, type ParsedSubmission, type Submission, wordingOf, type Wording } from '../leads/parse-submission.ts';

export function contactRoutes(app: FastifyInstance, context: LeadContext): void {
  createPublicRoute(app, context)(sendFormCall, async ({ request, reply, address }) =>
    (await takeForm(context, request, contactSteps(context, { ...address, asked: askedIn(request) }, read))).send(reply),
  );
}

const read: FormSteps['read'] = async ({ body }) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, answer: refusal(400, { detail: 'The body must be a JSON object.' }) };
  return { ok: true, body: { ...body } };
};

/** The steps of a contact form: it is validated by its caller's rules, and stored with its topic if that exists. */
export function contactSteps(
  context: LeadContext,
  target: { product: string; caller: string; asked: number | undefined },
  read: FormSteps['read'],
): FormSteps & { parse: FormSteps['parse'] } {
  const { caller, asked } = target;
  const parse: FormSteps['parse'] = async (submission) => {
    const form = campaignOf(caller) === undefined ? undefined : await context.campaigns.form(context.store.db, caller, asked);
    const wording = await wordingOf(context, submission.body[WORDING]);
    const parsed = parseContact({ ...target, wording, ...(form && { form }) }, submission, context.settings.MIN_FILL_MS);
    const about = parsed.ok ? readAbout(caller, submission.body.about) : undefined;
    return parsed.ok && about ? { ok: true, lead: { ...parsed.lead, about: await withTopicName(context, about) } } : parsed;
  };
  return { form: callerFor(caller).form, read, parse };
}

/** A topic with its name; `undefined` if it does not exist. */
export async function withTopicName({ store, topics }: LeadContext, about: LeadTopic): Promise<NamedAbout | undefined> {
  const name = await topics.name(store.db, about);
  return name === undefined ? undefined : { ...about, name };
}

/** The version of a campaign's page that asked, which its form names in its address. */
export function askedIn({ url }: Pick<FastifyRequest, 'url'>): number | undefined {
  const asked = /[?&]asked=(\d{1,9})(?:&|$)/.exec(url)?.[1];
  return asked === undefined ? undefined : Number(asked);
}

type ContactTarget = { product: string; caller: string; form?: Form; wording?: Wording };

export function parseContact(
  { product, caller, form = contactForms[callerFor(caller).form], wording }: ContactTarget,
  submission: Submission,
  minFillMs: number,
): ParsedSubmission {
  const fingerprint = () => [product, caller, JSON.stringify(submission.body)];
  const target = { form, kind: 'contact', product, caller, fingerprint, ...(wording && { wording }) } as const;
  return parseSubmission(target, submission, minFillMs);
}
