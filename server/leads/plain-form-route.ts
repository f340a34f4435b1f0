import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicCall } from '../../contract/calls/public/public-call.ts';
import type { PlainForm } from '../../contract/forms/plain-form.ts';
import { limits } from '../../contract/limits.ts';
import type { LeadContext } from './lead-context.ts';
import { allowFormBody } from '../http/form-body.ts';
import { allowMultipart } from '../http/multipart.ts';
import { createPublicRoute, type PublicExchange } from '../http/public-route.ts';
import { answerForm, type FormSteps } from './answer-form.ts';
import { parseSubmission, type SubmissionTarget } from './parse-submission.ts';
import { answerWithPage, isPlainForm, leadBackFromRefused, readPlainForm, showUnreadable } from './plain-form-page.ts';

type PlainFormRoute<C extends PublicCall> = {
  declared: PlainForm;
  call: C;
  /** The form and caller that the request's address stands for. */
  target: (address: PublicExchange<C>['address']) => SubmissionTarget;
};

/**
 * Takes a form that also works without JavaScript. Answers a program in JSON, and a browser without JavaScript with a page: the form with what was typed and
 * its errors, or the thank-you page.
 * @param app an encapsulated Fastify instance: content types are set for this route alone
 */
export async function plainFormRoute<const C extends PublicCall>(
  app: FastifyInstance,
  context: LeadContext,
  { declared, call, target }: PlainFormRoute<C>,
): Promise<void> {
  // Files are ignored, but their size is limited all the same.
  await allowMultipart(app, limits.multipartField);
  await allowFormBody(app, limits.jsonBody);
  if (call.body?.types.includes('application/json') !== true) app.removeContentTypeParser('application/json');
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!isPlainForm(context, declared, request) || (error.statusCode ?? 500) >= 500) throw error;
    showUnreadable(context, reply, declared, error);
  };

  leadBackFromRefused(app, context.site, declared);
  const take = async ({ request, reply, address }: PublicExchange<C>): Promise<FastifyReply> => {
    const steps: FormSteps = {
      form: declared.form.type,
      read: readPlainForm,
      parse: (submission) => parseSubmission(target(address), submission, context.settings.MIN_FILL_MS),
    };
    if (isPlainForm(context, declared, request)) return answerWithPage(context, request, reply, { declared, steps });
    return (await answerForm(context, request, steps)).send(reply);
  };
  createPublicRoute(app, context)(call, take, { errorHandler });
}
