import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CALLER_PATTERN } from '../../contract/callers.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { refusal } from '../http/idempotency.ts';
import { sendProblem } from '../http/problem.ts';
import type { Rate } from '../http/rate-limits.ts';
import { answerForm, type FormSteps } from '../leads/answer-form.ts';
import { contactSteps } from './contact-steps.ts';

type FormRequest = FastifyRequest<{ Params: { product: string; caller: string } }>;

export const contactRate: Rate = { name: 'forms', points: 60, seconds: 60, hour: 600, day: 2000 };

/** The calls of the contact forms. They take JSON only: no foreign page can send them by a form of its own. */
export function contactRoutes(app: FastifyInstance, context: LeadContext): void {
  const { settings } = context;
  const limit = context.limits(contactRate);

  const isThere = async ({ params: { product, caller } }: FormRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!settings.PRODUCTS.includes(product)) return sendProblem(reply, 404, { detail: 'There is no such product.' });
    return CALLER_PATTERN.test(caller) ? undefined : sendProblem(reply, 404, { detail: 'There is no such form.' });
  };

  app.post('/:product/forms/:caller', { onRequest: [limit, isThere] }, async (request: FormRequest, reply) => {
    const { product, caller } = request.params;
    return (await answerForm(context, request, contactSteps(context, { product, caller }, read))).send(reply);
  });
}

const read: FormSteps['read'] = async ({ body }) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, answer: refusal(400, { detail: 'The body must be a JSON object.' }) };
  const fields = body as Record<string, unknown>;
  return { ok: true, body: { body: fields, attribution: fields.attribution } };
};
