import { WORDING } from '../../contract/api.ts';
import { cleanText } from '../../contract/clean-text.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendApplicationCall } from '../../contract/calls/public/form-calls.ts';
import { present } from '../../contract/checked.ts';
import { careerForm, closedPositionWords, muchSentWords, noRoomWords } from '../../contract/forms/career.ts';
import { formPart } from '../../contract/forms/form-parts.ts';
import { applicationPlainForm } from '../../contract/forms/plain-form-list.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { refusal, type HttpAnswer } from '../http/idempotency.ts';
import { allowMultipart, readMultipart, type MultipartReading, type Upload } from '../http/read-request.ts';
import { sendProblem } from '../http/problem.ts';
import { createPublicRoute } from '../http/public-route.ts';
import { takeForm, type FormSteps, submitLead, sourceOf } from '../leads/take-form.ts';
import type { NewLead } from '../leads/lead-repository.ts';
import { answerWithPage, isPlainForm, leadBackFromRefused } from '../leads/plain-form-route.ts';
import { StoreDown } from '../store/errors.ts';
import { UploadGone } from '../files/uploads.ts';
import { isClosedTitle } from './positions/positions.ts';
import { type FieldErrors, type FileField } from '../../contract/forms/form.ts';
import { limits } from '../../contract/limits.ts';
import { parseSubmission, type Submission, type SubmissionTarget, wordingOf, type Wording } from '../leads/parse-submission.ts';
import type { FileRow } from '../store/tables/file-tables.ts';

export async function recruitingRoutes(app: FastifyInstance, context: LeadContext): Promise<void> {
  const { files, settings } = context;
  const scan = settings.CLAMD_URL === undefined ? 'unscanned' : 'pending';
  await allowMultipart(app, cvField.maxBytes);
  app.removeContentTypeParser('application/json');
  const declaredNow = () => applicationPlainForm(formPart('applicationForm', settings.words), formPart('formWords', settings.words));
  leadBackFromRefused(app, context.site, declaredNow());
  const take = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    let upload: Upload | undefined;
    const read: FormSteps['read'] = async () => {
      const reading = await readMultipart(request, { field: cvField, files });
      if (!reading.ok) return { ok: false, answer: unreadable(reading) };
      upload = reading.upload;
      return { ok: true, body: reading.fields };
    };
    const parse: FormSteps['parse'] = async (submission) => {
      const wording = await wordingOf(context, submission.body[WORDING]);
      const parsed = parseApplication(submission, { upload, wording }, settings.MIN_FILL_MS);
      if (!parsed.ok || !(await isClosedTitle(context.store.db, parsed.lead.answers['subject'] ?? ''))) return parsed;
      // Shown at the message, since the field of the subject is hidden.
      return { ok: false, errors: { message: closedPositionWords } };
    };
    const submit = (lead: NewLead) => submitWithFile(request, lead, present(upload));
    const steps: FormSteps = { form: careerForm.type, read, parse, submit };
    // Discards the upload before the answer, unless the file store has kept it by then.
    const discard = () => upload?.file.discard();
    const declared = declaredNow();
    if (isPlainForm(context, declared, request)) return answerWithPage(context, request, reply, { declared, steps, discard });
    const answer = await takeForm(context, request, steps).finally(discard);
    return answer.send(reply);
  };
  createPublicRoute(app, context)(sendApplicationCall, ({ request, reply }) => take(request, reply), { config: { cost: 'costly' } });

  /**
   * Stores the file durably before the application that names it is committed. When the commit fails, the application may be stored all the same, as when the
   * connection broke, so its file is left to the job that removes unused uploads.
   */
  async function submitWithFile(request: FastifyRequest, lead: NewLead, upload: Upload): Promise<HttpAnswer> {
    const source = sourceOf(request, { email: present(lead.answers.email) });
    const { uploads } = await context.shares.use(source, { uploads: upload.file.size / 1000 });
    const file = await upload.file.store(uploads);
    if (!file.ok) {
      const { status, words, seconds } = noRoom[file.reason];
      return refusal(status, { errors: { [cvField.name]: words }, retryAfter: seconds });
    }
    const { stored, answer } = await submitLead(context, lead, fileRow(file.key, lead, upload, scan)).catch(goneIsDown);
    if (!stored)
      await files
        .remove(file.key)
        .catch(() => app.log.warn({ lead: lead.id }, 'a file that belongs to nothing is left to the job that removes unused uploads'));
    return answer;
  }
}

/** `seconds`: when there may be room again, for Retry-After. */
const noRoom = {
  disk: { status: 503, words: noRoomWords, seconds: 600 },
  day: { status: 503, words: noRoomWords, seconds: 3600 },
  share: { status: 429, words: muchSentWords, seconds: 3600 },
} as const;

function unreadable({ status, detail, tooLarge }: Extract<MultipartReading, { ok: false }>): HttpAnswer {
  const errors = tooLarge === true ? { errors: { [cvField.name]: cvField.messages.size } } : {};
  return {
    status,
    ...errors,
    send: (reply: FastifyReply) => sendProblem(reply.header('connection', 'close'), status, { detail, ...errors }),
  };
}

function goneIsDown(error: unknown): never {
  throw error instanceof UploadGone ? new StoreDown(error.message, { cause: error }) : error;
}

export const cvField: FileField = present(careerForm.file);

function parseApplication(
  submission: Submission,
  { upload, wording }: { upload: Upload | undefined; wording: Wording },
  minFillMs: number,
): { ok: true; lead: NewLead } | { ok: false; status: 413 | 422; errors: FieldErrors } {
  const parsed = parseSubmission({ ...targetOf(upload), wording }, submission, minFillMs);
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
