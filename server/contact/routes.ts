import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CALLER_PATTERN, callerFor, readAbout, type LeadTopic, type NamedAbout } from '../../contract/callers.ts';
import type { AppContext } from '../app-context.ts';
import { refusal } from '../http/idempotency.ts';
import { sendProblem } from '../http/problem.ts';
import { answerForm, type FormSteps } from '../leads/answer-form.ts';
import type { Submission } from '../leads/parse-submission.ts';
import { parseContact } from './parse-contact.ts';

type FormRequest = FastifyRequest<{ Params: { product: string; caller: string } }>;

/** The calls of the contact forms. They take JSON only: no foreign page can send them by a form of its own. */
export function contactRoutes(app: FastifyInstance, context: AppContext): void {
  const { settings } = context;
  const limit = context.limits({ name: 'forms', points: 60, seconds: 60, hour: 600, day: 2000 });

  const isThere = async ({ params: { product, caller } }: FormRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!settings.PRODUCTS.includes(product)) return sendProblem(reply, 404, { detail: 'There is no such product.' });
    return CALLER_PATTERN.test(caller) ? undefined : sendProblem(reply, 404, { detail: 'There is no such form.' });
  };

  app.post('/:product/forms/:caller', { onRequest: [limit, isThere] }, async (request: FormRequest, reply) => {
    const { product, caller } = request.params;
    const parse = async (submission: Submission) => {
      const parsed = parseContact({ product, caller }, submission, settings.MIN_FILL_MS);
      const about = parsed.ok ? readAbout(caller, submission.body.about) : undefined;
      return parsed.ok && about ? { ok: true as const, lead: { ...parsed.lead, about: await named(context, about) } } : parsed;
    };
    return (await answerForm(context, request, { form: callerFor(caller).form, read, parse })).send(reply);
  });
}

async function named({ store, subjects }: AppContext, about: LeadTopic): Promise<NamedAbout | undefined> {
  const name = await subjects.name(store.db, about);
  return name === undefined ? undefined : { ...about, name };
}

const read: FormSteps['read'] = async ({ body }) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, answer: refusal(400, { detail: 'The body must be a JSON object.' }) };
  const fields = body as Record<string, unknown>;
  return { ok: true, body: { body: fields, attribution: fields.attribution } };
};
