import cors from '@fastify/cors';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { limits } from '../contract/limits.ts';
import { withoutTrailingSlashes } from '../contract/pages.ts';
import { boundConnections } from './http/connections.ts';
import { trustedProxies } from './http/client-address.ts';
import { healthRoutes } from './http/health.ts';
import { openApiDocument } from './http/openapi-document.ts';
import { errorHandler, malformedHandler, refuseExpectation, sendProblem } from './http/problem.ts';
import { forwardedNotice, refuseDeepBodies, refuseRequest } from './http/request-checks.ts';
import { timeAnswers } from './http/request-timing.ts';
import { jsonResource, sendResource } from './http/resource.ts';
import { securityTxtRoute } from './http/security-txt.ts';
import { securityHeaders } from './http/security-headers.ts';
import { sendPage, serveSite } from './http/site.ts';
import { createPortfolioReader } from './insights/figures/portfolio-reader.ts';
import { insightsApi } from './insights/insights-openapi.ts';
import { insightsPages } from './insights/insights-pages.ts';
import { insightsRoutes } from './insights/routes.ts';
import { bounceRoutes } from './bounces/routes.ts';
import { contactApi } from './contact/contact-openapi.ts';
import { contactRoutes } from './contact/routes.ts';
import { linkRoutes } from './leads/confirmation/link-routes.ts';
import { messagesApi } from './messages/messages-openapi.ts';
import { messageRoutes } from './messages/routes.ts';
import { cookieConsentsApi } from './privacy/cookie-consents-openapi.ts';
import { cookieConsentRoutes } from './privacy/cookie-consent-routes.ts';
import { mailLinkRoutes } from './privacy/routes.ts';
import { recruitingApi } from './recruiting/recruiting-openapi.ts';
import { recruitingRoutes } from './recruiting/routes.ts';
import { reportsApi } from './reports/reports-openapi.ts';
import { reportFileRoutes } from './reports/file-routes.ts';
import { reportRoutes } from './reports/routes.ts';
import type { AppContext } from './app-context.ts';
import type { Log } from './log.ts';
import { observations, type AnsweredRequest } from './observations.ts';
import type { Settings } from './settings/settings.ts';
import { isStoreDown } from './store/errors.ts';

export type AppOptions = { logger?: FastifyServerOptions['loggerInstance'] };

export async function createApp(context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const { settings } = context;
  const headers = securityHeaders(settings.PUBLIC_URL);
  const onError = errorHandler(isStoreDown);
  const trusted = trustedProxies(settings.TRUST_PROXY);
  const app = Fastify({
    ...(options.logger === undefined ? {} : { loggerInstance: withoutDetails(options.logger) }),
    // One for all: a logger for each request is what takes longest in serving a page.
    childLoggerFactory: (logger) => logger,
    // The request line may carry a token, and a client's address is nobody's business.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.jsonBody,
    // Time for a CV over a slow phone network.
    requestTimeout: 180_000,
    // Where none is trusted a request need not be asked, which is quicker.
    trustProxy: settings.TRUST_PROXY === undefined ? false : trusted,
    // Unknown fields are ignored, and these two among them.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    return503OnClosing: true,
    // Refused below, as everything is.
    http: { requireHostHeader: false },
    // What fails before any hook has run.
    frameworkErrors: (error, request, reply) => onError(error, request, reply.headers(headers)),
    clientErrorHandler: malformedHandler(headers),
  });
  // Taken by default, and no form of ours is plain text.
  app.removeContentTypeParser('text/plain');

  app.server.on('checkExpectation', refuseExpectation(headers));
  boundConnections(app.server, { perClient: settings.TRUST_PROXY === undefined });
  const isTimed = settings.METRICS_PORT !== undefined || settings.LOG_REQUESTS === 'on';
  const startTiming = isTimed ? timeAnswers(app, answerTeller(settings, app.log)) : undefined;
  const noticeForwarded = forwardedNotice(trusted, app.log);
  app.addHook('onRequest', (request, reply, next) => {
    const { config, url } = request.routeOptions;
    startTiming?.(reply.raw, request.raw.method, url);
    if (config.ownHeaders !== true) reply.headers(headers);
    // Whoever keeps the connection, a proxy for one, opens its next one to a server that stays.
    if (context.draining.aborted) reply.raw.setHeader('connection', 'close');
    noticeForwarded(request);
    if (!refuseRequest(request, reply, { url: settings.PUBLIC_URL, headers })) next();
  });
  refuseDeepBodies(app);
  app.setErrorHandler(onError);
  app.setNotFoundHandler((request, reply) => notFound(context, request, reply));
  // With an API of its own origin, the site's pages call it from theirs.
  if (settings.API_URL !== undefined)
    await app.register(cors, { origin: settings.PUBLIC_URL, exposedHeaders: ['retry-after'], maxAge: 86_400 });

  app.addHook('onClose', () => context.leadWriter.drain());
  await addRoutes(app, context);
  return app;
}

/** What packages say of a request at the levels below has its headers in it. */
function withoutDetails(logger: FastifyBaseLogger): FastifyBaseLogger {
  return logger.level === 'trace' || logger.level === 'debug' ? logger.child({}, { level: 'info' }) : logger;
}

function answerTeller({ LOG_REQUESTS }: Settings, log: Log): (answer: AnsweredRequest) => void {
  return (answer) => {
    if (LOG_REQUESTS === 'on') log.info({ ...answer, seconds: Number(answer.seconds.toFixed(4)) }, 'request');
    observations.answer.tell(answer);
  };
}

async function addRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { settings } = context;
  healthRoutes(app, context.readiness, context.draining);
  securityTxtRoute(app, { publicUrl: settings.PUBLIC_URL, contact: settings.SECURITY_CONTACT, builtAt: context.builtAt });
  contactRoutes(app, context);
  await app.register((scope) => linkRoutes(scope, context));
  await app.register((scope) => mailLinkRoutes(scope, context));
  const reader = createPortfolioReader(context.store, settings.RISK_FREE_RATE);
  serveSite(app, context.site, { now: context.now, live: insightsPages(context, reader, app.log) });
  insightsRoutes(app, context, reader);
  reportFileRoutes(app, context, reader);
  // In scopes of their own: multipart bodies are taken where a route reads them, and nowhere else.
  await app.register((scope) => messageRoutes(scope, context));
  await app.register((scope) => recruitingRoutes(scope, context));
  await app.register((scope) => reportRoutes(scope, context));
  await app.register((scope) => cookieConsentRoutes(scope, context));
  await app.register((scope) => bounceRoutes(scope, context));
  const document = openApiDocument(settings.PUBLIC_URL, settings.PRODUCTS, [
    contactApi,
    messagesApi,
    recruitingApi,
    reportsApi,
    insightsApi,
    cookieConsentsApi,
  ]);
  const resource = await jsonResource(document);
  app.get('/openapi.json', (request, reply) => sendResource(request, reply, resource, 'no-cache'));
}

function notFound({ site }: AppContext, request: FastifyRequest, reply: FastifyReply): FastifyReply | void {
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (request.headers.accept?.includes('json') === true) return sendProblem(reply, 404);
    // A report that there is none of has a page of its own.
    const page = request.url.startsWith('/downloads/') ? site.pages.get('/downloads') : undefined;
    return sendPage(request, reply, page ?? site.notFound, 404);
  }
  const path = withoutTrailingSlashes(request.url.split('?', 1)[0]!);
  if (!site.pages.has(path) && !site.assets.has(path)) return sendProblem(reply, 404);
  return sendProblem(reply.header('allow', 'GET, HEAD'), 405);
}
