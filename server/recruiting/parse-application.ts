import { present } from '../../contract/checked.ts';
import { careerForm } from '../../contract/forms/career.ts';
import { cleanText, type FieldErrors, type FileField } from '../../contract/forms/form.ts';
import { limits } from '../../contract/limits.ts';
import type { Upload } from '../http/form-bodies.ts';
import type { NewLead } from '../leads/lead-repository.ts';
import { parseSubmission, type Submission, type SubmissionTarget } from '../leads/parse-submission.ts';
import type { FileRow } from '../store/tables/file-tables.ts';

export const cvField: FileField = present(careerForm.file);

export function parseApplication(
  submission: Submission,
  upload: Upload | undefined,
  minFillMs: number,
): { ok: true; lead: NewLead } | { ok: false; status: 413 | 422; errors: FieldErrors } {
  const parsed = parseSubmission(targetOf(upload), submission, minFillMs);
  const fault = upload === undefined ? 'missing' : upload.fault;
  if (parsed.ok && fault === undefined) return parsed;
  const errors = { ...(parsed.ok ? {} : parsed.errors), ...(fault && { [cvField.name]: cvField.messages[fault] }) };
  return { ok: false, status: fault === 'size' ? 413 : 422, errors };
}

function targetOf(upload: Upload | undefined): SubmissionTarget {
  return {
    form: careerForm,
    kind: 'application',
    product: 'recruiting',
    caller: 'applications',
    fingerprint: (answers) => ['applications', JSON.stringify(answers), upload?.file.sha256 ?? ''],
  };
}

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

function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return (
    cleanText(last.slice(0, 4 * limits.fileName))
      .slice(0, limits.fileName)
      .toWellFormed() || 'cv.pdf'
  );
}
