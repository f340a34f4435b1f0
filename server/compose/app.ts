import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { elementAt } from '../../contract/checked.ts';
import { withoutTrailingSlashes } from '../../contract/pages.ts';
import { healthRoutes } from '../http/health.ts';
import { answerUnknown, createListener } from '../http/listener.ts';
import { sendProblem } from '../http/problem.ts';
import { documentRoute } from '../http/resource.ts';
import { securityTxtRoute } from '../http/security-txt.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { sendPage, serveSite } from '../http/site.ts';
import { createPortfolioReader } from '../insights/figures/portfolio-reader.ts';
import { reportFigures } from '../insights/figures/report-figures.ts';
import { insightsPages } from '../insights/insights-pages.ts';
import { insightsRoutes } from '../insights/public.ts';
import { bookingRoutes } from '../booking/public.ts';
import { bounceRoutes } from '../bounces/public.ts';
import { calendarHookRoutes } from '../calendar-hook/public.ts';
import { companyFiles } from '../content/company-files.ts';
import { pictureFileRoute } from '../content/pictures/shown-pictures.ts';
import { formPages } from '../contact/dialog-form-pages.ts';
import { previewRoutes } from '../content/preview-routes.ts';
import { serveCampaigns, withCampaignsListed } from '../content/campaign-routes.ts';
import { contactRoutes } from '../contact/public.ts';
import { linkRoutes } from '../leads/confirmation/link-routes.ts';
import { countPageViews } from '../work/overview/count-page-views.ts';
import { openedFormRoute } from '../work/overview/opened-forms.ts';
import { pageViewRoutes } from '../work/overview/page-views.ts';
import { proofRoute } from '../leads/proofs/proof-route.ts';
import { messageRoutes } from '../messages/public.ts';
import { cookieConsentRoutes, mailLinkRoutes } from '../privacy/public.ts';
import { positionPages } from '../recruiting/positions/position-pages.ts';
import { poolMailLinks } from '../recruiting/talent-pool.ts';
import { recruitingRoutes } from '../recruiting/public.ts';
import { reportFileRoutes } from '../reports/file-routes.ts';
import { reportRoutes } from '../reports/public.ts';
import type { AppContext } from './app-context.ts';

export type AppOptions = { logger?: FastifyServerOptions['loggerInstance'] };

export async function createApp(context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const { settings, draining } = context;
  const url = settings.PUBLIC_URL;
  const app = createListener({ settings, url, headers: securityHeaders(url), draining, logger: options.logger, late: context.late });
  // Where API_URL is set, the site's pages call the API from another origin.
  if (settings.API_URL !== undefined)
    await app.register(cors, { origin: settings.PUBLIC_URL, exposedHeaders: ['retry-after'], maxAge: 86_400 });

  let campaign: CampaignAnswer | undefined;
  answerUnknown(app, (request, reply) => (isRead(request) ? campaign?.(request, reply) : undefined) ?? notFound(context, request, reply));
  app.addHook('onClose', () => context.leadWriter.drain());
  await addRoutes(app, context, (answer) => (campaign = answer));
  return app;
}

type CampaignAnswer = ReturnType<typeof serveCampaigns>;

async function addRoutes(app: FastifyInstance, context: AppContext, onCampaigns: (answer: CampaignAnswer) => void): Promise<void> {
  const { settings } = context;
  healthRoutes(app, context);
  securityTxtRoute(app, { publicUrl: settings.PUBLIC_URL, contact: settings.SECURITY_CONTACT, builtAt: context.builtAt });
  contactRoutes(app, context);
  proofRoute(app, context);
  await app.register((scope) => formPages(scope, context));
  await app.register((scope) => linkRoutes(scope, context));
  await app.register((scope) => bookingRoutes(scope, context));
  await app.register((scope) => mailLinkRoutes(scope, context, poolMailLinks));
  const reader = createPortfolioReader(context.store, { riskFree: settings.RISK_FREE_RATE, shortRecords: settings.SHORT_RECORDS });
  const { live, withInsights } = insightsPages(context, reader, app.log);
  const positions = withCampaignsListed(positionPages(context, app.log), context.shownCampaigns, context.site, settings);
  const overrides = new Map([...positions, ...companyFiles(context)]);
  serveSite(app, context.site, { now: context.now, live, overrides });
  onCampaigns(serveCampaigns(app, context.shownCampaigns, withInsights));
  pictureFileRoute(app, context.pictures);
  previewRoutes(app, context);
  insightsRoutes(app, context, reader);
  reportFileRoutes(app, context, reportFigures(context.store, reader, app.log));
  // Registered in their own scopes, so that multipart bodies are accepted only by routes that read them.
  await app.register((scope) => messageRoutes(scope, context));
  await app.register((scope) => recruitingRoutes(scope, context));
  await app.register((scope) => reportRoutes(scope, context));
  const views = countPageViews(context.store, { isPage: (path) => isShown(context, path), log: app.log });
  app.addHook('onClose', () => views.flush());
  await app.register((scope) => openedFormRoute(scope, context, views));
  await app.register(async (scope) => pageViewRoutes(scope, context, views));
  await app.register((scope) => cookieConsentRoutes(scope, context));
  await app.register((scope) => bounceRoutes(scope, context));
  await app.register((scope) => calendarHookRoutes(scope, context));
  documentRoute(app, '/openapi.json', async () => {
    const { publicDocument } = await import('../http/openapi-public.ts');
    return publicDocument(settings.PUBLIC_URL, settings.PRODUCTS);
  });
}

function isShown({ site, shownCampaigns }: AppContext, path: string): boolean {
  return site.pages.has(path) || shownCampaigns.answers().has(path);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function notFound({ site }: AppContext, request: FastifyRequest, reply: FastifyReply): FastifyReply | void {
  if (isRead(request)) {
    if (request.headers.accept?.includes('json') === true) return sendProblem(reply, 404);
    // An unknown report shows the downloads page.
    const page = request.url.startsWith('/downloads/') ? site.pages.get('/downloads') : undefined;
    return sendPage(request, reply, page ?? site.notFound, 404);
  }
  const path = withoutTrailingSlashes(elementAt(request.url.split('?', 1), 0));
  if (!site.pages.has(path) && !site.assets.has(path)) return sendProblem(reply, 404);
  return sendProblem(reply.header('allow', 'GET, HEAD'), 405);
}
