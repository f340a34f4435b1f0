import type { FastifyInstance } from 'fastify';
import { readAttribution } from '../../contract/api.ts';
import { recordCookieChoiceCall } from '../../contract/calls/public/visit-calls.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { createPublicRoute } from '../http/public-route.ts';
import { observations } from '../kernel/observations.ts';
import { recordCookieChoice } from './cookie-consents.ts';

/**
 * The route to which browsers report choices of cookies that give or withdraw consent. Neither the client's address nor anything else of the request is
 * stored. Where a provider asks for consent (CONSENT_ID), the provider keeps the record.
 * @param app an encapsulated Fastify instance: beacons are sent as plain text
 */
export async function cookieConsentRoutes(app: FastifyInstance, context: LeadContext): Promise<void> {
  const { settings, store, now } = context;
  if (settings.CONSENT_ID !== undefined) return;
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('remove', 'remove'));
  createPublicRoute(app, context)(recordCookieChoiceCall, async ({ reply, body }) => {
    const { consentId: id, categories, revision, banner } = body;
    const page = readAttribution({ page: body.page.replace(/[?#].*$/s, '') }).page ?? '';
    const rows = await store.begin((tx) => recordCookieChoice(tx, { id, categories, revision, banner, page }, { settings, at: now() }));
    for (const { purpose, action } of rows) observations.cookieConsent.tell({ purpose, action });
    return reply.code(204).send();
  });
}
