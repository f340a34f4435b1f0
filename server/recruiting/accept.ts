import { readAttribution } from '../../contract/api.ts';
import { careerForm } from '../../contract/forms/career.ts';
import { cleanText, consentsOf, validate, type FieldErrors, type FileField } from '../../contract/forms/form.ts';
import { limits } from '../../contract/limits.ts';
import { fingerprintOf } from '../http/idempotency.ts';
import { received } from '../leads/submit-lead.ts';
import type { Upload } from '../http/multipart.ts';
import { jsonField } from '../http/request.ts';
import { suspicion } from '../http/honeypot.ts';
import { newId } from '../store/id.ts';
import type { NewLead } from '../leads/lead-repository.ts';
import type { FileRow } from '../store/schema.ts';

/** The file of every application. */
export const cvField: FileField = careerForm.file!;

export type Application = {
  fields: Readonly<Record<string, string>>;
  upload: Upload | undefined;
  key: string | undefined;
  at: number;
};

/** Holds an application against its form, the file included. Nothing is stored here. */
export function readApplication(
  { fields, upload, key, at }: Application,
  minFillMs: number,
): { ok: true; lead: NewLead; upload: Upload } | { ok: false; status: 413 | 422; errors: FieldErrors } {
  const validation = validate(careerForm, fields);
  const fault = upload === undefined ? 'missing' : upload.fault;
  if (!validation.ok || upload === undefined || fault !== undefined) {
    const errors = { ...(validation.ok ? {} : validation.errors), ...(fault && { [cvField.name]: cvField.messages[fault] }) };
    return { ok: false, status: fault === 'size' ? 413 : 422, errors };
  }
  const { answers } = validation;
  const id = newId(at);
  const fingerprint = fingerprintOf('applications', JSON.stringify(answers), upload.file.sha256);
  const lead: NewLead = {
    id,
    kind: 'application',
    product: 'recruiting',
    caller: 'applications',
    form: { type: careerForm.type, version: careerForm.version, consents: consentsOf(careerForm, answers) },
    answers,
    attribution: readAttribution(jsonField(fields, 'attribution')),
    spamReason: suspicion(fields, minFillMs),
    at,
    key: key === undefined ? undefined : { key, fingerprint, body: JSON.stringify(received(id)) },
  };
  return { ok: true, lead, upload };
}

/** What is written down of a file that was kept under a key. */
export function fileRow(key: string, lead: NewLead, { file, name }: Upload, scan: FileRow['scan']): FileRow {
  return {
    key,
    lead_id: lead.id,
    sha256: file.sha256,
    size: file.size,
    name: plainName(name),
    scan,
    scan_detail: null,
    scanned_at: null,
    created_at: lead.at,
  };
}

/** The name of a file as a text to show: without folders, on one line, not too long. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return (
    cleanText(last.slice(0, 4 * limits.fileName))
      .slice(0, limits.fileName)
      .toWellFormed() || 'cv.pdf'
  );
}
