import { readAttribution } from '../../contract/api.ts';
import { callerFor } from '../../contract/callers.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { fromWire, toWire, validate, type FieldErrors } from '../../contract/forms/form.ts';
import { fingerprintOf } from '../http/idempotency.ts';
import { received } from './submit-lead.ts';
import { suspicion } from '../http/honeypot.ts';
import { newId } from '../store/id.ts';
import type { NewLead } from './lead-repository.ts';

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
  const id = newId(at);
  const lead: NewLead = {
    id,
    kind: 'contact',
    product,
    caller,
    form: { type: form.type, version: form.version, consents: [form.consent] },
    answers: toWire(form, validation.answers),
    attribution: readAttribution(body.attribution),
    spamReason: suspicion(body, minFillMs),
    at,
    key:
      key === undefined
        ? undefined
        : { key, fingerprint: fingerprintOf(product, caller, JSON.stringify(body)), body: JSON.stringify(received(id)) },
  };
  return { ok: true, lead };
}
