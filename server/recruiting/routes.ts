import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/api.ts';
import { noRoomWords } from '../../contract/forms/career.ts';
import { firstAnswer, refusal, type Answer } from '../http/idempotency.ts';
import { submitLead } from '../leads/submit-lead.ts';
import { acceptMultipart, readMultipart, type Upload } from '../http/multipart.ts';
import { sendProblem } from '../http/problem.ts';
import { readKey } from '../http/request.ts';
import type { AppContext } from '../app-context.ts';
import { StoreDown } from '../store/errors.ts';
import { createLeadBatchWriter } from '../leads/lead-batch-writer.ts';
import type { NewLead } from '../leads/lead-repository.ts';
import { UploadGone } from '../store/uploads.ts';
import { cvField, fileRow, readApplication, type Application } from './accept.ts';
import { followApplication } from './follow.ts';

/** The call of the application form. */
export async function recruitingRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { store, files, settings, now } = context;
  const scanning = settings.CLAMD_URL !== undefined;
  const writer = createLeadBatchWriter(store);
  app.addHook('onClose', () => writer.drain());
  await acceptMultipart(app, cvField.maxBytes);
  const limit = context.limits({ name: 'applications', points: 20, seconds: 60, hour: 100, day: 300 });

  app.post(apiPaths.applications, { onRequest: limit, config: { takes: 'multipart/form-data' } }, async (request, reply) => {
    if (!request.isMultipart()) return sendProblem(reply, 415, { detail: 'Send this as multipart/form-data.' });
    const key = readKey(request);
    if (key instanceof Error) return sendProblem(reply, 400, { detail: key.message });
    const body = await readMultipart(request, { field: cvField, files });
    if (!body.ok) {
      const errors = body.tooLarge === true ? { errors: { [cvField.name]: cvField.messages.size } } : {};
      return sendProblem(reply.header('connection', 'close'), body.status, { detail: body.detail, ...errors });
    }
    const answer = await decide({ fields: body.fields, upload: body.upload, key, at: now() }).finally(() => body.upload?.file.discard());
    return answer.send(reply);
  });

  /** Keeps the application, or says why not. The upload of one that is not kept is for the caller to discard, before the answer. */
  async function decide(application: Application): Promise<Answer> {
    const reading = readApplication(application, settings.MIN_FILL_MS);
    if (!reading.ok) return refusal(reading.status, { errors: reading.errors });
    const { lead, upload } = reading;
    return (lead.key && (await firstAnswer(store.db, lead.key))) ?? keep(lead, upload);
  }

  /**
   * The file is on the disk for good before the application that names it is committed. Where the commit fails, the application may be
   * stored all the same, as when the connection broke: its file is left for the sweep to judge, by its row.
   */
  async function keep(lead: NewLead, upload: Upload): Promise<Answer> {
    const file = await upload.file.keep();
    if (!file.ok) return refusal(503, { errors: { [cvField.name]: noRoomWords }, retryAfter: RETRY_SECONDS[file.reason] });
    const jobs = lead.spamReason === undefined ? followApplication({ leadId: lead.id, scanning, now: lead.at }) : [];
    const row = fileRow(file.key, lead, upload, scanning ? 'pending' : 'unscanned');
    const { stored, answer } = await submitLead({ store, writer, wake: context.wake }, { lead, jobs, file: row }).catch(goneIsDown);
    if (!stored)
      await files.remove(file.key).catch(() => app.log.warn({ lead: lead.id }, 'a file that belongs to nothing is left to the sweep'));
    return answer;
  }
}

/** Seconds after which there may be room again. */
const RETRY_SECONDS = { disk: 600, day: 3600 } as const;

function goneIsDown(error: unknown): never {
  throw error instanceof UploadGone ? new StoreDown(error.message, { cause: error }) : error;
}
