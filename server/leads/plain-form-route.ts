import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PlainForm } from '../../contract/forms/plain-form.ts';
import { limits } from '../../contract/limits.ts';
import type { LeadContext } from './lead-context.ts';
import { allowFormBody } from '../http/form-body.ts';
import { allowMultipart } from '../http/multipart.ts';
import { sendProblem } from '../http/problem.ts';
import type { Rate } from '../http/rate-limits.ts';
import { answerForm, type FormSteps } from './answer-form.ts';
import { parseSubmission, type SubmissionTarget } from './parse-submission.ts';
import { answerWithPage, isPlainForm, leadBackFromRefused, readPlainForm, showUnreadable } from './plain-form-page.ts';

type PlainFormRoute = {
  declared: PlainForm;
  path: string;
  rate: Rate;
  json: boolean;
  /** What a request is for; `undefined` where there is nothing at its address. */
  target: (request: FastifyRequest) => SubmissionTarget | undefined;
};

/**
 * Takes a form that works without JavaScript, too. A program is answered in JSON; a browser that sends the form by itself with a page: the
 * form with what was typed and what is wrong, or the one that says thank you.
 * @param app a scope of its own: its content types are this route's
 */
export async function plainFormRoute(app: FastifyInstance, context: LeadContext, route: PlainFormRoute): Promise<void> {
  const { declared, path, target } = route;
  // Files are passed over; what they may hold is bounded all the same.
  await allowMultipart(app, limits.multipartField);
  await allowFormBody(app, limits.jsonBody);
  if (!route.json) app.removeContentTypeParser('application/json');
  const limit = context.limits(route.rate);
  const isThere = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    target(request) === undefined ? sendProblem(reply, 404, { detail: 'There is no such product.' }) : undefined;
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!isPlainForm(context, declared, request) || (error.statusCode ?? 500) >= 500) throw error;
    showUnreadable(context, reply, declared, error);
  };

  leadBackFromRefused(app, context.site, declared);
  const options = { onRequest: [limit, isThere], config: { takes: 'multipart/form-data' }, errorHandler };
  app.post(path, options, async (request, reply) => {
    const aimed = target(request)!;
    const steps: FormSteps = {
      form: declared.form.type,
      read: readPlainForm,
      parse: (submission) => parseSubmission(aimed, submission, context.settings.MIN_FILL_MS),
    };
    if (isPlainForm(context, declared, request)) return answerWithPage(context, request, reply, { declared, steps });
    return (await answerForm(context, request, steps)).send(reply);
  });
}
