import type { FastifyInstance } from 'fastify';
import { sendFormCall } from '../../contract/calls/public/form-calls.ts';
import { refusal } from '../http/idempotency.ts';
import { createPublicRoute } from '../http/public-route.ts';
import { answerForm, type FormSteps } from '../leads/answer-form.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { contactSteps } from './contact-steps.ts';

export function contactRoutes(app: FastifyInstance, context: LeadContext): void {
  createPublicRoute(app, context)(sendFormCall, async ({ request, reply, address }) =>
    (await answerForm(context, request, contactSteps(context, address, read))).send(reply),
  );
}

const read: FormSteps['read'] = async ({ body }) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, answer: refusal(400, { detail: 'The body must be a JSON object.' }) };
  return { ok: true, body: { ...body } };
};
