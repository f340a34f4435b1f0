import { readAttribution } from '../../contract/api.ts';
import { contactPageForm } from '../../contract/forms/contact-page.ts';
import { consentsOf, validate, type FieldErrors } from '../../contract/forms/form.ts';
import { fingerprintOf } from '../http/idempotency.ts';
import { received } from '../leads/submit-lead.ts';
import { suspicion } from '../http/honeypot.ts';
import { newId } from '../store/id.ts';
import type { NewLead } from '../leads/lead-repository.ts';

export type Message = { body: Readonly<Record<string, unknown>>; attribution: unknown; key: string | undefined; at: number };

/** Holds a message against the contact page's form. Nothing is stored here. */
export function readMessage(
  { body, attribution, key, at }: Message,
  minFillMs: number,
): { ok: true; lead: NewLead } | { ok: false; errors: FieldErrors } {
  const validation = validate(contactPageForm, body);
  if (!validation.ok) return validation;
  const { answers } = validation;
  const id = newId(at);
  const lead: NewLead = {
    id,
    kind: 'message',
    product: 'www',
    caller: 'contacts',
    form: { type: contactPageForm.type, version: contactPageForm.version, consents: consentsOf(contactPageForm, answers) },
    answers,
    attribution: readAttribution(attribution),
    spamReason: suspicion(body, minFillMs),
    at,
    key:
      key === undefined
        ? undefined
        : { key, fingerprint: fingerprintOf('contacts', JSON.stringify(answers)), body: JSON.stringify(received(id)) },
  };
  return { ok: true, lead };
}
