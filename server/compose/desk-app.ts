import type { FastifyInstance } from 'fastify';
import { deskCalls } from '../../contract/calls/desk/call-list.ts';
import { leadSections } from '../../contract/desk/lead-facts.ts';
import { STREAM_CROWDED } from '../../contract/calls/desk/work-schemas.ts';
import type { AppContext } from './app-context.ts';
import type { AppOptions } from './app.ts';
import { visitorMails } from './visitor-mails.ts';
import { actionRoutes } from '../staff/action-routes.ts';
import { accountRoutes } from '../staff/account-routes.ts';
import { accountPages, newAddressPage } from '../staff/account-pages.ts';
import { fontsOf, serveDesk, type DeskFiles, deskHeaders, loadDesk } from '../staff/desk-files.ts';
import { passkeyRoutes } from '../staff/passkey-routes.ts';
import { requireOwnOrigin } from '../staff/own-origin.ts';
import { accountNames, isStaff } from '../staff/accounts.ts';
import { noticeRoutes, tellStaff } from '../staff/notices/staff-notices.ts';
import { tellHolders } from '../staff/notices/action-notice.mail.tsx';
import { todayRoutes } from '../staff/today-routes.ts';
import { leadRoutes } from '../staff/lead-routes.ts';
import { overviewRoutes } from '../staff/overview-routes.ts';
import { queueRoutes } from '../staff/queue-routes.ts';
import { seenLeads } from '../staff/seen-leads.ts';
import { settingsRoutes } from '../production/desk.ts';
import { suppressionRoutes } from '../staff/suppression-routes.ts';
import { authenticate } from '../staff/sign-in/finish-sign-in.ts';
import { openProvider } from '../staff/sign-in/provider.ts';
import { signInRoutes } from '../staff/sign-in-routes.ts';
import { CALL_REFUSED, recordAction } from '../staff/staff-actions.ts';
import { allowDeskFiles } from '../http/desk-answers.ts';
import { cancelFlood } from '../booking/cancel-bookings.ts';
import { answerRoutes } from '../work/answer-routes.ts';
import { severalRoutes } from '../work/several-routes.ts';
import { spamRoutes } from '../work/spam-routes.ts';
import { meetingDeskRoutes } from '../booking/desk.ts';
import { campaignRoutes } from '../content/campaign-desk.ts';
import { companyFiles } from '../content/company-files.ts';
import { pictureFileRoute } from '../content/pictures/shown-pictures.ts';
import { contentRoutes } from '../content/desk.ts';
import { previewLinkRoutes } from '../content/preview-desk.ts';
import { pictureRoutes } from '../content/pictures/picture-routes.ts';
import { crmRoutes } from '../deliveries/crm-routes.ts';
import { endpointRoutes } from '../deliveries/endpoint-routes.ts';
import { onErased } from './on-erased.ts';
import { allowFormBody } from '../http/read-request.ts';
import { createDeskRoute, type DeskRoute, type DeskRouteParts } from '../http/desk-route.ts';
import { createListener } from '../http/listener.ts';
import { createOpenStreams } from '../http/event-stream.ts';
import { createLeadWatcher } from '../work/index/lead-watcher.ts';
import { deskPaperRoutes } from '../insights/desk/desk-papers.ts';
import { reportingRoutes } from '../insights/desk/reporting-routes.ts';
import { reportingState } from '../insights/reporting/reporting-state.ts';
import { recordRoutes } from '../insights/desk/record-routes.ts';
import { applicationRoutes } from '../recruiting/desk.ts';
import { messageDeskRoutes } from '../messages/desk.ts';
import { privacyRoutes } from '../privacy/desk.ts';
import { positionRoutes } from '../recruiting/positions/position-routes.ts';
import { documentRoute } from '../http/resource.ts';
import type { Logger } from 'pino';
import { listenPatiently } from '../http/listen-patiently.ts';
import { removeOldExports } from '../privacy/old-exports.ts';

export type DeskOptions = AppOptions & { checkOutput?: boolean; files?: DeskFiles | undefined };

/** The staff desk, on a separate listener: it shares no address with the public site. */
export async function createDesk(context: AppContext, { logger, checkOutput, files }: DeskOptions = {}): Promise<FastifyInstance> {
  const { settings, draining, now } = context;
  const url = settings.DESK_URL;
  const app = createListener({ settings, url, headers: deskHeaders(url), draining, logger, late: context.late });
  requireOwnOrigin(app, url);
  serveDesk(app, files, { assets: context.site.assets, overrides: companyFiles(context) });
  pictureFileRoute(app, context.pictures);
  const parts: DeskRouteParts = {
    authenticate: (request, how) => authenticate(context, request, how),
    record: async (tx, { accountId }, { tells, asks, ...entry }) => {
      const done = { ...entry, accountId, now: now() };
      await recordAction(tx, done);
      if (tells !== undefined) await tellHolders(tx, { ...done, permission: tells });
      if (asks === undefined || settings.FOUR_EYES !== 'on' || entry.detail?.['draft'] === undefined) return;
      await tellHolders(tx, { ...done, detail: { ...entry.detail, outcome: 'waits' }, permission: asks });
    },
    recordRefused: ({ accountId }, done) => recordAction(context.store.db, { ...done, accountId, action: CALL_REFUSED, now: now() }),
    streams: createOpenStreams(STREAM_CROWDED),
    draining,
    now,
    checkOutput,
  };
  const route = createDeskRoute(app, parts);
  accountRoutes(route, context);
  actionRoutes(route, context);
  const provider = openProvider(settings);
  passkeyRoutes(route, context, provider !== undefined);
  await app.register(async (scope) => {
    await allowDeskFiles(scope);
    const fileRoute = createDeskRoute(scope, parts);
    recordRoutes(fileRoute, context);
    deskPaperRoutes(fileRoute, context);
    pictureRoutes(fileRoute, context);
  });
  for (const routes of [reportingRoutes, overviewRoutes, positionRoutes, siteRoutes, answerRoutes]) routes(route, context);
  const work = { ...context, staff: { isStaff, tell: tellStaff, names: accountNames }, watcher: createLeadWatcher(context.store.db) };
  leadRoutes(route, work);
  const cancelMeetings = cancelFlood(context.store.dialect);
  for (const section of leadSections) for (const routes of [spamRoutes, severalRoutes]) routes(route, work, { section, cancelMeetings });
  messageDeskRoutes(route, work);
  for (const routes of [meetingDeskRoutes, noticeRoutes, todayRoutes, queueRoutes, suppressionRoutes]) routes(route, context);
  endpointRoutes(route, { ...context, seenLeads });
  crmRoutes(route, { ...context, seenLeads });
  settingsRoutes(route, { ...context, readReporting: reportingState }, process.cwd());
  applicationRoutes(route, work);
  privacyRoutes(route, { ...context, onErased });
  // Registered in their own scope, so that form bodies are accepted only by these pages.
  await app.register(async (scope) => {
    await allowFormBody(scope);
    // A submission to these pages may have ended a session.
    scope.addHook('onResponse', async ({ method }) => void (method === 'POST' && parts.streams.recheck()));
    signInRoutes(scope, context, { provider, fonts: fontsOf(files) });
    accountPages(scope, context);
    newAddressPage(scope, context);
    if (files === undefined) scope.get('/', (_request, reply) => reply.redirect('/account', 303));
  });
  documentRoute(app, '/openapi.json', async () => (await import('../staff/desk-openapi.ts')).deskDocument(url, deskCalls));
  return app;
}

/** What staff change of the site's pages. */
function siteRoutes(route: DeskRoute, context: AppContext): void {
  contentRoutes(route, { ...context, mails: visitorMails(context.leadJobs) });
  campaignRoutes(route, context);
  previewLinkRoutes(route, context);
}

export type DeskListener = { close: (how: (app: FastifyInstance) => Promise<void>) => Promise<void> };

/** Serves the desk at DESK_PORT. If the port is in use, the site goes on and the port is tried again. @param folder `dist` */
export async function startDesk(context: AppContext, folder: string, log: Logger): Promise<DeskListener> {
  void removeOldExports(log);
  const { DESK_PORT: port, DESK_HOST: host, DESK_URL: url } = context.settings;
  if (port === undefined) return { close: async () => undefined };
  const app = await createDesk(context, { logger: log, files: loadDesk(folder, url) });
  await app.ready();
  const words = { served: 'the desk is served', failed: 'the desk cannot be served, and is tried again' };
  const giveUp = listenPatiently(app.server, { port, host, prefix: 'DESK', words }, log);
  return {
    close: async (how) => {
      giveUp();
      const ended = new Promise<void>((resolve) => void app.server.close(() => resolve()));
      app.server.closeIdleConnections();
      await how(app);
      await ended;
    },
  };
}
