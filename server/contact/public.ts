import type { FastifyInstance } from 'fastify';
import { sendFormCall } from '../../contract/calls/public/form-calls.ts';
import { refusal } from '../http/idempotency.ts';
import { createPublicRoute } from '../http/public-route.ts';
import { takeForm, type FormSteps } from '../leads/take-form.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { callerFor, readAbout, type LeadTopic, type NamedAbout } from '../../contract/callers.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { parseSubmission, type ParsedSubmission, type Submission } from '../leads/parse-submission.ts';

export function contactRoutes(app: FastifyInstance, context: LeadContext): void {
  createPublicRoute(app, context)(sendFormCall, async ({ request, reply, address }) =>
    (await takeForm(context, request, contactSteps(context, address, read))).send(reply),
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
  target: { product: string; caller: string },
  read: FormSteps['read'],
): FormSteps & { parse: FormSteps['parse'] } {
  const { caller } = target;
  const parse: FormSteps['parse'] = async (submission) => {
    const parsed = parseContact(target, submission, context.settings.MIN_FILL_MS);
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

export function parseContact(
  { product, caller }: { product: string; caller: string },
  submission: Submission,
  minFillMs: number,
): ParsedSubmission {
  const { form } = callerFor(caller);
  const fingerprint = () => [product, caller, JSON.stringify(submission.body)];
  const target = { form: contactForms[form], kind: 'contact', product, caller, fingerprint } as const;
  return parseSubmission(target, submission, minFillMs);
}
