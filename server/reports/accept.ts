import { readAttribution } from '../../contract/api.ts';
import { consentsOf, validate, type FieldErrors } from '../../contract/forms/form.ts';
import { reportForm } from '../../contract/forms/report.ts';
import { fingerprintOf } from '../http/idempotency.ts';
import { received } from '../leads/submit-lead.ts';
import { jsonField } from '../http/request.ts';
import { suspicion } from '../http/honeypot.ts';
import { newId } from '../store/id.ts';
import type { NewLead } from '../leads/lead-repository.ts';

export type ReportRequest = { product: string; fields: Readonly<Record<string, string>>; key: string | undefined; at: number };

/** Holds a request for the report against its form. Nothing is stored here. */
export function readRequest(
  { product, fields, key, at }: ReportRequest,
  minFillMs: number,
): { ok: true; lead: NewLead } | { ok: false; errors: FieldErrors } {
  const validation = validate(reportForm, fields);
  if (!validation.ok) return validation;
  const { answers } = validation;
  const attribution = readAttribution(jsonField(fields, 'attribution'));
  const id = newId(at);
  const lead: NewLead = {
    id,
    kind: 'report',
    product,
    caller: 'getreport',
    form: { type: reportForm.type, version: reportForm.version, consents: consentsOf(reportForm, answers) },
    answers,
    // The form's own id of the visitor is the visitor's id.
    attribution: answers.uuid === undefined ? attribution : { ...attribution, visitorId: answers.uuid },
    spamReason: suspicion(fields, minFillMs),
    at,
    key:
      key === undefined
        ? undefined
        : { key, fingerprint: fingerprintOf('reports', product, JSON.stringify(answers)), body: JSON.stringify(received(id)) },
  };
  return { ok: true, lead };
}
