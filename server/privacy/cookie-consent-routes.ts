import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { readAttribution } from '../../contract/api.ts';
import { CONSENTS_PATH } from '../../contract/cookie-consent.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { sendProblem } from '../http/problem.ts';
import { observations } from '../observations.ts';
import { recordCookieChoice } from './cookie-consents.ts';

/** In bytes: four times what our own pages send. */
const LONGEST = 2048;

/** The record as the browser keeps it (site/client/consent-record.ts), with where it was made. */
const choiceSchema = v.object({
  consentId: v.pipe(v.string(), v.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i), v.toLowerCase()),
  categories: v.pipe(v.array(v.string()), v.maxLength(10)),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999)),
  page: v.string(),
  banner: v.optional(v.boolean(), false),
});

/**
 * Where browsers tell of a choice of cookies that agrees to something, or withdraws it. Neither the client's address nor anything else of
 * the request is stored. Where a provider asks for consent (CONSENT_ID), the provider keeps the record.
 * @param app a scope of its own: beacons are plain text
 */
export async function cookieConsentRoutes(app: FastifyInstance, { settings, store, limits, now }: LeadContext): Promise<void> {
  if (settings.CONSENT_ID !== undefined) return;
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('remove', 'remove'));
  const limit = limits({ name: 'consents', points: 30, seconds: 60, hour: 300, day: 1000 });

  app.post(CONSENTS_PATH, { onRequest: limit, bodyLimit: LONGEST }, async (request, reply) => {
    const parsed = v.safeParse(choiceSchema, request.body);
    if (!parsed.success) return sendProblem(reply, 422, { title: 'This is no choice of cookies' });
    const { consentId: id, categories, revision, banner } = parsed.output;
    const page = readAttribution({ page: parsed.output.page.replace(/[?#].*$/s, '') }).page ?? '';
    const rows = await store.begin((tx) => recordCookieChoice(tx, { id, categories, revision, banner, page }, { settings, at: now() }));
    for (const { purpose, action } of rows) observations.cookieConsent.tell({ purpose, action });
    return reply.code(204).send();
  });
}
