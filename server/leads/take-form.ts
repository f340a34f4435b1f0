import type { FastifyRequest } from 'fastify';
import type { FieldErrors } from '../../contract/forms/form.ts';
import { firstAnswer, refusal, type HttpAnswer } from '../http/idempotency.ts';
import { readKey } from '../http/read-request.ts';
import type { LeadContext } from './lead-context.ts';
import { observations, type LeadOutcome } from '../kernel/observations.ts';
import { sentHereCookie, isConfirmedByLink } from './confirmation/waiting-requests.ts';
import { laneOf, type Load } from '../store/shares/pots.ts';
import type { NewLead } from './lead-repository.ts';
import { received, type Submission, type SubmittedBody } from './parse-submission.ts';
import { makeChallenge, proofSecret } from './proofs/challenges.ts';
import type { FileRow } from '../store/tables/file-tables.ts';
import { leadJobRows } from './lead-job.ts';
import { present } from '../../contract/checked.ts';
import { networksOfRequest } from '../http/client-address.ts';
import { recipientDomain } from '../mail/mail-domains.ts';
import type { Source } from '../store/shares/shares.ts';

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
export async function takeForm(context: LeadContext, request: FastifyRequest, steps: FormSteps): Promise<HttpAnswer> {
  const { form, read, parse, page, submit = async (lead) => (await submitLead(context, lead)).answer } = steps;
  const ended = (outcome: LeadOutcome, answer: HttpAnswer): HttpAnswer => {
    observations.lead.tell({ form, outcome });
    return answer;
  };
  try {
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
    const answer = await challenged(context, load, await submit({ ...lead, load, network }));
    const unstored = answer.status === 429 ? 'over its share' : answer.status === 503 ? 'no room' : undefined;
    return unstored === undefined ? remembered(context, lead, answer) : ended(unstored, answer);
  } catch (error) {
    observations.lead.tell({ form, outcome: 'failed' });
    throw error;
  }
}

/** The answer to a network that stored more than 20 MB in a day, which nobody types by hand. */
const tooMuchWords = 'Very much was sent from your network today. Please try again in an hour.';
/** In seconds, for Retry-After. */
const HOUR = 3600;

/** A sender who has used up their share is asked for a proof of work; with one, the lead's mails need not wait (proofs/). */
async function challenged({ store, now }: LeadContext, load: number, answer: HttpAnswer): Promise<HttpAnswer> {
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
function remembered({ settings }: LeadContext, lead: NewLead, answer: HttpAnswer): HttpAnswer {
  const { received } = answer;
  if (received === undefined || !isConfirmedByLink(lead)) return answer;
  const cookie = sentHereCookie(settings, received);
  return { ...answer, cookie, send: (reply) => answer.send(reply.header('set-cookie', cookie)) };
}

/**
 * Stores a lead with the jobs that follow from it, unless its Idempotency-Key is known. The caller sends the answer, which is right only once this has
 * returned, when the lead is committed.
 */
export async function submitLead(
  context: LeadContext,
  { load, ...lead }: NewLead & { load?: Load },
  file?: FileRow,
): Promise<{ stored: boolean; answer: HttpAnswer }> {
  const purposes = lead.form.consents.map((consent) => consent.purpose);
  const jobs = lead.spamReason === undefined ? leadJobRows(context, 'received', { lead: { ...lead, purposes }, now: lead.at, load }) : [];
  if (await context.leadWriter.add({ lead, jobs, ...(file && { file }) })) {
    observations.lead.tell({ form: lead.form.type, outcome: lead.spamReason === undefined ? 'stored' : 'suspected spam' });
    return { stored: true, answer: created(lead.id) };
  }
  // The same key came twice at once: the other request's lead is stored by now.
  const answer = lead.key && (await firstAnswer(context.store.db, lead.key));
  if (answer === undefined) throw new Error('a key is taken, and its answer is not there');
  observations.lead.tell({ form: lead.form.type, outcome: 'repeated' });
  return { stored: false, answer };
}

function created(id: string): HttpAnswer {
  return { status: 201, received: id, send: (reply) => reply.code(201).header('cache-control', 'no-store').send(received(id)) };
}

/** The source that shares are counted for: the sender's networks and the domain of the given address. */
export function sourceOf(
  request: FastifyRequest,
  { email = '', proven = false }: { email?: string; proven?: boolean | undefined } = {},
): Source {
  return { networks: networksOfRequest(request), domain: recipientDomain(email), proven };
}

/** Counts a lead that is about to be stored. `load` (forms) and `stored` (data) are the used parts of the source's share, in percent. */
async function countShares(
  { shares }: Pick<LeadContext, 'shares'>,
  request: FastifyRequest,
  { answers, attribution, spamReason }: NewLead,
): Promise<{ load: number; stored: number; network: string | undefined }> {
  const kilobytes = Buffer.byteLength(JSON.stringify([answers, attribution])) / 1000;
  // Nothing is sent for suspected spam, so it uses no share of the mails.
  const forms = spamReason === undefined ? 1 : 0;
  const source = sourceOf(request, { email: present(answers.email) });
  const used = await shares.use(source, { forms, stored: kilobytes });
  // Without a name, the lead is stored with an unknown source.
  const networks = await shares.names(source.networks.slice(-1)).catch(() => []);
  return { load: used.forms, stored: used.stored, network: networks[0]?.name };
}
