import type { FastifyInstance } from 'fastify';
import { contactPlainForm } from '../../contract/forms/plain-form-list.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import type { SubmissionTarget } from '../leads/parse-submission.ts';
import { plainFormRoute } from '../leads/plain-form-route.ts';

const target: SubmissionTarget = {
  form: contactPlainForm.form,
  kind: 'message',
  product: 'www',
  caller: 'contacts',
  fingerprint: (answers) => ['contacts', JSON.stringify(answers)],
};

export async function messageRoutes(app: FastifyInstance, context: LeadContext): Promise<void> {
  await plainFormRoute(app, context, {
    declared: contactPlainForm,
    path: contactPlainForm.action,
    rate: { name: 'contacts', points: 30, seconds: 60, hour: 300, day: 1000 },
    json: true,
    target: () => target,
  });
}
