import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiPaths } from '../../contract/api.ts';
import { limits } from '../../contract/limits.ts';
import { firstAnswer } from '../http/idempotency.ts';
import { submitLead } from '../leads/submit-lead.ts';
import { acceptMultipart, readMultipart } from '../http/multipart.ts';
import { sendProblem } from '../http/problem.ts';
import { readKey } from '../http/request.ts';
import type { AppContext } from '../app-context.ts';
import { createLeadBatchWriter } from '../leads/lead-batch-writer.ts';
import type { NewLead } from '../leads/lead-repository.ts';
import type { JobRow } from '../store/schema.ts';
import { readRequest } from './accept.ts';

type ReportsRequest = FastifyRequest<{ Params: { product: string } }>;

/**
 * The call of the report form.
 * @param follow what follows from a request that is stored: the mail that verifies its address
 */
export async function reportRoutes(app: FastifyInstance, context: AppContext, follow: (lead: NewLead) => JobRow[]): Promise<void> {
  const { store, settings, now } = context;
  const writer = createLeadBatchWriter(store);
  app.addHook('onClose', () => writer.drain());
  // Files are passed over; what they may hold is bounded all the same.
  await acceptMultipart(app, limits.multipartField);
  const limit = context.limits({ name: 'reports', points: 30, seconds: 60, hour: 300, day: 1000 });

  app.post(
    apiPaths.reports(':product'),
    { onRequest: limit, bodyLimit: limits.jsonBody, config: { takes: 'multipart/form-data' } },
    async (request: ReportsRequest, reply) => {
      const { product } = request.params;
      if (!settings.PRODUCTS.includes(product)) return sendProblem(reply, 404, { detail: 'There is no such product.' });
      if (!request.isMultipart()) return sendProblem(reply, 415, { detail: 'Send this as multipart/form-data.' });
      const key = readKey(request);
      if (key instanceof Error) return sendProblem(reply, 400, { detail: key.message });
      const body = await readMultipart(request);
      if (!body.ok) return sendProblem(reply, body.status, { detail: body.detail });
      const reading = readRequest({ product, fields: body.fields, key, at: now() }, settings.MIN_FILL_MS);
      if (!reading.ok) return sendProblem(reply, 422, { errors: reading.errors });
      const { lead } = reading;
      const repeated = lead.key && (await firstAnswer(store.db, lead.key));
      const answer = repeated ?? (await submitLead({ store, writer, wake: context.wake }, { lead, jobs: follow(lead) })).answer;
      return answer.send(reply);
    },
  );
}
