import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiPaths } from '../../contract/api.ts';
import { reportForm } from '../../contract/forms/report.ts';
import { limits } from '../../contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { refusal } from '../http/idempotency.ts';
import { allowMultipart, readMultipart } from '../http/multipart.ts';
import { sendProblem } from '../http/problem.ts';
import { jsonField } from '../http/read-request.ts';
import { answerForm, type FormSteps } from '../leads/answer-form.ts';
import { parseSubmission, type SubmissionTarget } from '../leads/parse-submission.ts';

type ReportsRequest = FastifyRequest<{ Params: { product: string } }>;

export async function reportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { settings } = context;
  // Files are passed over; what they may hold is bounded all the same.
  await allowMultipart(app, limits.multipartField);
  const limit = context.limits({ name: 'reports', points: 30, seconds: 60, hour: 300, day: 1000 });

  app.post(
    apiPaths.reports(':product'),
    { onRequest: limit, bodyLimit: limits.jsonBody, config: { takes: 'multipart/form-data' } },
    async (request: ReportsRequest, reply) => {
      const { product } = request.params;
      if (!settings.PRODUCTS.includes(product)) return sendProblem(reply, 404, { detail: 'There is no such product.' });
      if (!request.isMultipart()) return sendProblem(reply, 415, { detail: 'Send this as multipart/form-data.' });
      const parse: FormSteps['parse'] = (submission) => parseSubmission(targetOf(product), submission, settings.MIN_FILL_MS);
      return (await answerForm(context, request, { read, parse })).send(reply);
    },
  );
}

function targetOf(product: string): SubmissionTarget {
  const fingerprint: SubmissionTarget['fingerprint'] = (answers) => ['reports', product, JSON.stringify(answers)];
  return { form: reportForm, kind: 'report', product, caller: 'getreport', fingerprint };
}

const read: FormSteps['read'] = async (request) => {
  const reading = await readMultipart(request);
  if (!reading.ok) return { ok: false, answer: refusal(reading.status, { detail: reading.detail }) };
  return { ok: true, body: { body: reading.fields, attribution: jsonField(reading.fields, 'attribution') } };
};
