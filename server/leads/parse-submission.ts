import { readAttribution, type Attribution, type Received } from '../../contract/api.ts';
import { leastFillMs } from '../../contract/fill-time.ts';
import { consentsOf, fromWire, toWire, validate, type Answers, type FieldErrors, type Form } from '../../contract/forms/form.ts';
import { suspicion } from '../http/honeypot.ts';
import { fingerprintOf } from '../http/idempotency.ts';
import { newId } from '../store/id.ts';
import { jsonIn } from '../store/json-column.ts';
import type { LeadKind, NewLead } from './lead-repository.ts';

export type SubmissionTarget = {
  form: Form;
  kind: LeadKind;
  product: string;
  caller: string;
  /** What a request with the same Idempotency-Key must share to be the same one. A retry may meet another build: never changed. */
  fingerprint: (answers: Answers) => readonly string[];
};

/** As it was sent. Of a body that is no JSON, its attribution is JSON in a text. */
export type SubmittedBody = Readonly<Record<string, unknown>>;

export type Submission = {
  body: SubmittedBody;
  key: string | undefined;
  /** Milliseconds since the epoch. */
  at: number;
  /** The page of a browser that sent it by itself, which knows no keys, and not where it came from. */
  page?: string | undefined;
};

/** For how long the same answers of a browser without scripts are one request, pressed twice. Later, somebody asks for another mail. */
const SAME_MS = 300_000;

export type ParsedSubmission = { ok: true; lead: NewLead } | { ok: false; errors: FieldErrors };

/** Reads a submission as a lead, by the form's own rules. Stores nothing. */
export function parseSubmission(target: SubmissionTarget, submission: Submission, minFillMs: number): ParsedSubmission {
  const { form, kind, product, caller } = target;
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
    attribution: attributionOf(submission, answers),
    spamReason,
    at,
    key: keyOf(target, submission, { id, answers, spamReason }),
  };
  return { ok: true, lead };
}

type Read = Pick<NewLead, 'id' | 'answers' | 'spamReason'>;

/** A browser that sends forms by itself sends the same once more when its button is pressed twice. No header can have a space. */
function keyOf(target: SubmissionTarget, { key, page, at }: Submission, { id, answers, spamReason = '' }: Read): NewLead['key'] {
  if (key === undefined && page === undefined) return undefined;
  const fingerprint = fingerprintOf(...target.fingerprint(answers));
  const body = JSON.stringify(received(id));
  return { key: key ?? `plain ${fingerprint} ${spamReason} ${Math.floor(at / SAME_MS)}`, fingerprint, body };
}

/** A form's own id of the visitor is the visitor's id. */
function attributionOf({ body, page }: Submission, { uuid }: Answers): Attribution {
  const given = typeof body.attribution === 'string' ? jsonIn(body.attribution) : body.attribution;
  const attribution = readAttribution(given ?? { page });
  return uuid === undefined ? attribution : { ...attribution, visitorId: uuid };
}

/** The answer to a stored lead. It is the same for a suspected one. */
export function received(id: string): Received {
  return { status: 'received', id };
}
