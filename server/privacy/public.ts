import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { linkPaths, readAttribution } from '../../contract/api.ts';
import { present } from '../../contract/checked.ts';
import { MARKETING_PURPOSES } from '../../contract/forms/form.ts';
import { AGREED_PLACEHOLDER, TOKEN_PLACEHOLDER } from '../../contract/page-marks.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { sendProblem } from '../http/problem.ts';
import { allowFormBody, clean } from '../http/read-request.ts';
import { sendPrivatePage } from '../http/site.ts';
import { readMailLink, unsubscribeToken, type MailLink } from '../leads/consents/mail-links.ts';
import { withdrawConsents } from '../leads/consents/consent-records.ts';
import { findLead } from '../leads/lead-repository.ts';
import { isStoreDown } from '../store/errors.ts';
import { confirmNewsletter } from './newsletter.mail.tsx';
import { recordCookieChoiceCall } from '../../contract/calls/public/visit-calls.ts';
import { createPublicRoute } from '../http/public-route.ts';
import { observations } from '../kernel/observations.ts';
import { recordCookieChoice } from './cookie-consents.ts';

/** The links of this folder. The links of other mails are passed in by the folders that send them. */
const ownLinks: readonly MailLink[] = [
  {
    use: 'unsubscribe',
    path: linkPaths.unsubscribe,
    ask: '/verify/unsubscribe',
    done: '/verify/unsubscribed',
    act: (tx, lead, at) => withdrawConsents(tx, lead.email_key, { purposes: MARKETING_PURPOSES, page: linkPaths.unsubscribe, at }),
  },
  {
    use: 'newsletter',
    path: linkPaths.newsletter,
    ask: '/verify/newsletter',
    done: '/verify/subscribed',
    act: confirmNewsletter,
  },
];

export async function mailLinkRoutes(app: FastifyInstance, context: LeadContext, others: readonly MailLink[]): Promise<void> {
  await allowFormBody(app);
  // RFC 8058: a mail program may send its POST in either encoding. The body is ignored, because the token is in the address.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string', bodyLimit: 8 * 1024 }, (_request, _body, done) => done(null, {}));
  for (const link of [...ownLinks, ...others]) addLink(app, context, link);
}

function addLink(app: FastifyInstance, context: LeadContext, { use, path, ask, done, agreed, act }: MailLink): void {
  const { store, site, now } = context;
  const limit = context.limits({ name: use, points: 120, seconds: 60 });
  const show = (reply: FastifyReply, page: string, { status = 200, token = '', words = '' } = {}) =>
    sendPrivatePage(reply, present(site.pages.get(page)), status, { [TOKEN_PLACEHOLDER]: token, [AGREED_PLACEHOLDER]: words });

  // Mail scanners open links: GET and HEAD change nothing.
  app.get(path, { onRequest: limit }, async (request, reply) => {
    const token = clean(request.query, 'token');
    return unlessDown(reply, async () => {
      const leadId = await readMailLink(store.db, use, { token, now: now() });
      if (leadId === undefined) return show(reply, '/verify/no-subscription', { status: 404 });
      return show(reply, ask, { token, words: (await agreed?.(store.db, leadId)) ?? '' });
    });
  });

  // Answers without a redirect: a mail program may not follow one.
  app.post(path, { onRequest: limit }, async (request, reply) => {
    const token = tokenOf(request);
    return unlessDown(reply, async () => {
      const next = await store.begin(async (tx) => {
        const leadId = await readMailLink(tx, use, { token, now: now() });
        if (leadId === undefined) return undefined;
        const lead = await findLead(tx, leadId);
        if (lead !== undefined) await act(tx, lead, now());
        // The lead was erased: unsubscribing succeeds, subscribing cannot.
        if (lead === undefined && use !== 'unsubscribe') return undefined;
        // The page after subscribing has a link to unsubscribe again.
        return use === 'newsletter' ? unsubscribeToken(tx, leadId) : '';
      });
      return next !== undefined ? show(reply, done, { token: next }) : show(reply, '/verify/no-subscription', { status: 404 });
    });
  });
}

function tokenOf({ query, body }: FastifyRequest): string {
  return clean(query, 'token') || clean(body, 'token');
}

async function unlessDown(reply: FastifyReply, work: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!isStoreDown(error)) throw error;
    return sendProblem(reply.header('retry-after', 5), 503, { detail: 'Please try again in a moment: the link stays good.' });
  }
}

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
