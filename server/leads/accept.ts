import { createHash } from 'node:crypto';
import { readAttribution, type Attribution, type Received } from '../../contract/api.ts';
import { callerFor } from '../../contract/callers.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { fromWire, toWire, validate, type Answers, type FieldErrors, type Form } from '../../contract/forms/form.ts';
import { newId } from '../store/id.ts';

/** A submission that passed the contract, ready to be stored. */
export type NewLead = {
  id: string;
  product: string;
  caller: string;
  form: Form;
  answers: Answers;
  attribution: Attribution;
  /** Why the sender seems to be no person; such a lead is kept, and nothing is sent for it. */
  spamReason: string | undefined;
  at: number;
  /** The client's Idempotency-Key with what it was sent for. */
  key: { key: string; fingerprint: string } | undefined;
};

export type Submission = {
  product: string;
  caller: string;
  body: Readonly<Record<string, unknown>>;
  key: string | undefined;
  at: number;
};

/** Holds a submission against its form. Nothing is stored here. */
export function readSubmission(
  submission: Submission,
  minFillMs: number,
): { ok: true; lead: NewLead } | { ok: false; errors: FieldErrors } {
  const { product, caller, body, key, at } = submission;
  const row = callerFor(caller);
  const form = contactForms[row.form];
  const validation = validate(form, fromWire(form, body), row.optional);
  if (!validation.ok) return validation;
  const lead: NewLead = {
    id: newId(at),
    product,
    caller,
    form,
    answers: toWire(form, validation.answers),
    attribution: readAttribution(body.attribution),
    spamReason: suspicion(body, minFillMs),
    at,
    key: key === undefined ? undefined : { key, fingerprint: fingerprint(submission) },
  };
  return { ok: true, lead };
}

/** What a key stands for: the same key with another fingerprint is a client's mistake. */
export function fingerprint({ product, caller, body }: Pick<Submission, 'product' | 'caller' | 'body'>): string {
  return createHash('sha256').update(`${product}\n${caller}\n${JSON.stringify(body)}`).digest('base64url');
}

/** The answer to an accepted lead. It is the same for a suspected one. */
export function received(lead: Pick<NewLead, 'id'>): Received {
  return { status: 'received', id: lead.id };
}

function suspicion(body: Readonly<Record<string, unknown>>, minFillMs: number): string | undefined {
  const trap = body.website;
  if (trap !== undefined && trap !== null && trap !== '') return 'a field that no person sees was filled';
  const { elapsed } = body;
  if (typeof elapsed === 'number' && elapsed < minFillMs) return 'it was sent faster than a person can fill it';
  return undefined;
}
