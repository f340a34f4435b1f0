import { readAttribution, type Attribution, type Received } from '../../contract/api.ts';
import {
  consentsOf,
  fromWire,
  leastFillMs,
  toWire,
  validate,
  type Answers,
  type FieldErrors,
  type Form,
} from '../../contract/forms/form.ts';
import { ASKED_VERSION, askedWords, formIn } from '../../contract/forms/form-parts.ts';
import { fingerprintOf } from '../http/idempotency.ts';
import { newId } from '../store/id.ts';
import { jsonIn } from '../store/json-column.ts';
import { callerFor } from '../../contract/callers.ts';
import type { Words } from '../../contract/content-fields.ts';
import type { LeadContext } from './lead-context.ts';
import type { LeadKind, NewLead } from './lead-repository.ts';

export type SubmissionTarget = {
  form: Form;
  kind: LeadKind;
  product: string;
  caller: string;
  /** The words of the page that sent it. */
  wording?: Wording;
  /** The values that a request with the same Idempotency-Key must share to count as a repetition. Never changed: a retry may reach another build. */
  fingerprint: (answers: Answers) => readonly string[];
};

/** The words of the page that sent a form, and those of now. */
export type Wording = { asked: Words; now: Words };

/** The body as it was sent. In a body that is not JSON, `attribution` is JSON in a text. */
export type SubmittedBody = Readonly<Record<string, unknown>>;

export type Submission = {
  body: SubmittedBody;
  key: string | undefined;
  /** Milliseconds since the epoch. */
  at: number;
  /** Path of the form's page, where a browser without JavaScript sent the form; it sends neither a key nor an attribution. */
  page?: string | undefined;
};

/** Milliseconds within which the same answers from a browser without JavaScript are one request, sent twice. Those a minute later ask for another mail. */
const SAME_MS = 300_000;
const MINUTE_MS = 60_000;

export type ParsedSubmission = { ok: true; lead: NewLead } | { ok: false; errors: FieldErrors };

/** Validates a submission by its form's rules and makes a lead of it. Stores nothing. */
export function parseSubmission(target: SubmissionTarget, submission: Submission, minFillMs: number): ParsedSubmission {
  const { kind, product, caller, wording } = target;
  const form = wording?.asked[ASKED_VERSION] === undefined ? target.form : formIn(target.form, wording.asked);
  const { body, at } = submission;
  const validation = validate(form, fromWire(form, body));
  if (!validation.ok) return validation;
  const answers = toWire(form, validation.answers);
  const id = newId(at);
  const spamReason = suspicion(body, leastFillMs(answers, minFillMs));
  const lead: NewLead = {
    id,
    kind,
    product,
    caller,
    form: { type: form.type, version: form.version, consents: consentsOf(form, validation.answers) },
    answers,
    ...(wording && { asked: keptWords(form, { kind, caller }, wording) }),
    attribution: attributionOf(submission, answers),
    spamReason,
    at,
    key: keyOf(target, submission, { id, answers, spamReason }),
  };
  return { ok: true, lead };
}

type Read = Pick<NewLead, 'id' | 'answers' | 'spamReason'>;

/**
 * A browser without JavaScript sends the form again on a second press, so its keys are made from the answers: one for this minute and each in which a
 * repetition may come, so that the store refuses it, wherever the clock is and if both come at once. With a space, which no header's key can have.
 */
function keyOf(target: SubmissionTarget, { key, page, at }: Submission, { id, answers, spamReason = '' }: Read): NewLead['key'] {
  if (key === undefined && page === undefined) return undefined;
  const fingerprint = fingerprintOf(...target.fingerprint(answers));
  const body = JSON.stringify(received(id));
  if (key !== undefined) return { key, fingerprint, body };
  const keyIn = (minutes: number) => `plain ${fingerprint} ${spamReason} ${Math.floor(at / MINUTE_MS) + minutes}`;
  const further = Array.from({ length: SAME_MS / MINUTE_MS }, (_, n) => keyIn(n + 1));
  return { key: keyIn(0), further, fingerprint, body };
}

/** A visitor id in the form itself replaces the one of the attribution. */
function attributionOf({ body, page }: Submission, { uuid }: Answers): Attribution {
  const given = typeof body.attribution === 'string' ? jsonIn(body.attribution) : body.attribution;
  const attribution = readAttribution(given ?? { page });
  return uuid === undefined ? attribution : { ...attribution, visitorId: uuid };
}

/** The answer to a stored lead; the same for suspected spam. */
export function received(id: string): Received {
  return { status: 'received', id };
}

/**
 * The reason why a submission seems to come from a program: the hidden field was filled, or the form was sent faster than a person can fill it.
 * Bodies without these fields are not suspected.
 */
function suspicion(body: Readonly<Record<string, unknown>>, minFillMs: number): string | undefined {
  const hidden = body.website;
  if (hidden !== undefined && hidden !== null && hidden !== '') return 'a field that no person sees was filled';
  const elapsed = typeof body.elapsed === 'string' ? Number.parseFloat(body.elapsed) : body.elapsed;
  if (typeof elapsed === 'number' && elapsed < minFillMs) return 'it was sent faster than a person can fill it';
  return undefined;
}

/**
 * The words of the page that sent a form, which its body names, and those of now. For an unknown version: the words that ship.
 * @param named the version in which the words of questions last changed, as the page knew it
 */
export async function wordingOf({ store, settings, formWords }: LeadContext, named: unknown): Promise<Wording> {
  const now = settings.words;
  const number = Math.trunc(Number(named ?? 0)) || 0;
  if (number === (now[ASKED_VERSION] ?? 0)) return { asked: now, now };
  return { asked: number > 0 && number < 2 ** 31 ? await formWords(store.db, number) : {}, now };
}

/** The words that are stored with a lead. */
function keptWords(form: Form, { kind, caller }: { kind: string; caller: string }, wording: Wording): Words {
  const asks = kind === 'report' ? 'report' : kind === 'contact' ? callerFor(caller).asks : undefined;
  return askedWords(form.type, asks, wording);
}
