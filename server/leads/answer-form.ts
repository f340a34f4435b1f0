import type { FastifyRequest } from 'fastify';
import type { FieldErrors } from '../../contract/forms/form.ts';
import { firstAnswer, refusal, type HttpAnswer } from '../http/idempotency.ts';
import { readKey } from '../http/read-request.ts';
import type { LeadContext } from './lead-context.ts';
import { observations, type LeadOutcome } from '../kernel/observations.ts';
import { sentHereCookie } from './confirmation/sent-here.ts';
import { isConfirmedByLink } from './confirmation/waiting-requests.ts';
import { laneOf } from '../store/shares/pots.ts';
import type { NewLead } from './lead-repository.ts';
import { received, type Submission, type SubmittedBody } from './parse-submission.ts';
import { makeChallenge, proofSecret } from './proofs/challenges.ts';
import { countShares } from './lead-shares.ts';
import { submitLead, type SubmitContext } from './submit-lead.ts';

export type FormSteps = {
  form: string;
  read: (request: FastifyRequest) => Promise<{ ok: true; body: SubmittedBody } | { ok: false; answer: HttpAnswer }>;
  /** `status` of a refusal: 422 by default. */
  parse: (submission: Submission) => ParsedForm | Promise<ParsedForm>;
  submit?: (lead: NewLead & { load: number }) => Promise<HttpAnswer>;
  /** Path of the form's page, where a browser without JavaScript sent the form. */
  page?: string;
};

type ParsedForm = { ok: true; lead: NewLead } | { ok: false; errors: FieldErrors; status?: number };

/** Takes a form: reads key and body, validates, answers a repeated request as the first time, stores the lead. The route sends the returned answer. */
export async function answerForm(context: FormContext, request: FastifyRequest, steps: FormSteps): Promise<HttpAnswer> {
  const { form } = steps;
  try {
    return await takeForm(context, request, steps);
  } catch (error) {
    observations.lead.tell({ form, outcome: 'failed' });
    throw error;
  }
}

/** Sent to a network that stored more than 20 MB in a day, which nobody types by hand. */
const tooMuchWords = 'Very much was sent from your network today. Please try again in an hour.';
/** In seconds, for Retry-After. */
const HOUR = 3600;

type FormContext = SubmitContext & Pick<LeadContext, 'now' | 'shares'>;

async function takeForm(
  context: FormContext,
  request: FastifyRequest,
  { form, read, parse, submit, page }: FormSteps,
): Promise<HttpAnswer> {
  const ended = (outcome: LeadOutcome, answer: HttpAnswer): HttpAnswer => {
    observations.lead.tell({ form, outcome });
    return answer;
  };
  const key = readKey(request);
  if (key instanceof Error) return ended('unreadable', refusal(400, { detail: key.message }));
  const reading = await read(request);
  if (!reading.ok) return ended('unreadable', reading.answer);
  const parsed = await parse({ body: reading.body, key, at: context.now(), page });
  if (!parsed.ok) return ended('invalid', refusal(parsed.status ?? 422, { errors: parsed.errors }));
  const { lead } = parsed;
  const repeated = lead.key && (await firstAnswer(context.store.db, lead.key));
  if (repeated !== undefined) return remembered(context, lead, ended('repeated', repeated));
  const { load, stored, network } = await countShares(context, request, lead);
  if (laneOf(stored) === 'slow') return ended('over its share', refusal(429, { detail: tooMuchWords, retryAfter: HOUR }));
  const counted = { ...lead, load, network };
  if (submit === undefined) return remembered(context, lead, await challenged(context, load, (await submitLead(context, counted)).answer));
  const answer = await challenged(context, load, await submit(counted));
  if (answer.status === 429) return ended('over its share', answer);
  return answer.status === 503 ? ended('no room', answer) : answer;
}

/** A sender who has used up their share is asked for a proof of work; with one, the lead's mails need not wait (proofs/). */
async function challenged({ store, now }: FormContext, load: number, answer: HttpAnswer): Promise<HttpAnswer> {
  const { received: leadId } = answer;
  if (laneOf(load) !== 'slow' || answer.status !== 201 || leadId === undefined) return answer;
  const proof = await proofSecret(store.db).then((secret) => makeChallenge(secret, { leadId, load, now: now() }));
  return {
    ...answer,
    send: (reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...received(leadId), proof }),
  };
}

/** Lets the browser remember which request it sent (a cookie), so that the page behind the confirmation link lists that one first. */
function remembered({ settings }: FormContext, lead: NewLead, answer: HttpAnswer): HttpAnswer {
  const { received } = answer;
  if (received === undefined || !isConfirmedByLink(lead)) return answer;
  const cookie = sentHereCookie(settings, received);
  return { ...answer, cookie, send: (reply) => answer.send(reply.header('set-cookie', cookie)) };
}
