import type { FastifyInstance } from 'fastify';
import { sendMessage } from '../../contract/calls/public/form-calls.ts';
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
    call: sendMessage,
    target: () => target,
  });
}
