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
  /** `status` is 422 unless it says otherwise. */
  parse: (submission: Submission) => ParsedForm | Promise<ParsedForm>;
  submit?: (lead: NewLead & { load: number }) => Promise<HttpAnswer>;
  /** Of a browser that sends it by itself. */
  page?: string;
};

type ParsedForm = { ok: true; lead: NewLead } | { ok: false; errors: FieldErrors; status?: number };

/** Takes a form: key, body, rules, the first answer of a repeated request, the lead. The answer is for the route to send. */
export async function answerForm(context: FormContext, request: FastifyRequest, steps: FormSteps): Promise<HttpAnswer> {
  const { form } = steps;
  try {
    return await takeForm(context, request, steps);
  } catch (error) {
    observations.lead.tell({ form, outcome: 'failed' });
    throw error;
  }
}

/** Nobody writes as much by hand: 20 MB in a day, from one address. */
const tooMuchWords = 'Very much was sent from your network today. Please try again in an hour.';
/** Seconds. */
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

/** Beyond its share a browser is asked for a proof of work, and what follows from the form is not late where one comes (proofs/). */
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

/** The browser keeps which request it sent, so that the page behind the link shows that one first. */
function remembered({ settings }: FormContext, lead: NewLead, answer: HttpAnswer): HttpAnswer {
  const { received } = answer;
  if (received === undefined || !isConfirmedByLink(lead)) return answer;
  const cookie = sentHereCookie(settings, received);
  return { ...answer, cookie, send: (reply) => answer.send(reply.header('set-cookie', cookie)) };
}
