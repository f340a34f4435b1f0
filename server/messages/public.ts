import type { FastifyInstance } from 'fastify';
import { sendMessage } from '../../contract/calls/public/form-calls.ts';
import { contactPageForm } from '../../contract/forms/contact-page.ts';
import { formPart } from '../../contract/forms/form-parts.ts';
import { messagePlainForm } from '../../contract/forms/plain-form-list.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import type { SubmissionTarget } from '../leads/parse-submission.ts';
import { plainFormRoute } from '../leads/plain-form-route.ts';

const target: SubmissionTarget = {
  form: contactPageForm,
  kind: 'message',
  product: 'www',
  caller: 'contacts',
  fingerprint: (answers) => ['contacts', JSON.stringify(answers)],
};

export async function messageRoutes(app: FastifyInstance, context: LeadContext): Promise<void> {
  await plainFormRoute(app, context, {
    declaredNow: () => messagePlainForm(formPart('messageForm', context.settings.words), formPart('formWords', context.settings.words)),
    call: sendMessage,
    target: () => target,
  });
}
