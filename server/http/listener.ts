import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { limits } from '../../contract/limits.ts';
import type { Log } from '../kernel/log.ts';
import { observations, type AnsweredRequest } from '../kernel/observations.ts';
import type { Settings } from '../settings/settings.ts';
import { isDamaged, isStoreDown } from '../store/errors.ts';
import { forwardedClient, trustedProxies } from './client-address.ts';
import { boundConnections } from './connections.ts';
import { errorHandler, malformedHandler, refuseExpectation } from './problem.ts';
import { refuseOverload } from './overload.ts';
import { forwardedNotice, refuseDeepBodies, refuseRequest } from './request-checks.ts';
import { timeAnswers } from './request-timing.ts';

export type ListenerOptions = {
  settings: Settings;
  /** The public origin of this listener. */
  url: string;
  /** Headers of every answer, unless its route sets them itself. */
  headers: Readonly<Record<string, string>>;
  /** Aborted once the server is asked to stop. */
  draining: AbortSignal;
  logger?: FastifyBaseLogger | undefined;
  /** Delay of the event loop in milliseconds. Default: always 0. */
  late?: (() => number) | undefined;
};

/** Creates a server with all limits that the site and the desk share, and no routes. */
export function createListener({ settings, url, headers, draining, logger, late = () => 0 }: ListenerOptions): FastifyInstance {
  const onError = errorHandler((error) => isStoreDown(error) || isDamaged(error));
  const trusted = trustedProxies(settings.TRUST_PROXY);
  const app = Fastify({
    ...(logger === undefined ? {} : { loggerInstance: withoutDetails(logger) }),
    // One logger for all requests: a logger for each takes most of the time of serving a page.
    childLoggerFactory: (logger) => logger,
    // Request lines may contain tokens, and client addresses are private.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.jsonBody,
    // Allows for a CV over a slow mobile network.
    requestTimeout: 180_000,
    // Without trusted proxies the headers need not be read, which is faster.
    trustProxy: settings.TRUST_PROXY === undefined ? false : trusted,
    // Unknown fields are ignored, including these two.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // A request that comes as the server stops is answered, and its connection ended: whoever sent it cannot know.
    return503OnClosing: false,
    // A missing Host header is refused in the hook below, like other invalid requests.
    http: { requireHostHeader: false },
    // Handles errors before any hook has run.
    frameworkErrors: (error, request, reply) => onError(error, request, reply.headers(headers)),
    clientErrorHandler: malformedHandler(headers),
  });
  // Fastify accepts text/plain by default, and no form is sent as plain text.
  app.removeContentTypeParser('text/plain');
  app.server.on('checkExpectation', refuseExpectation(headers));
  if (settings.TRUST_PROXY === undefined) boundConnections(app.server, { perClient: true });
  else boundConnections(app.server, { perClient: false, forwarded: (request) => forwardedClient(request, trusted) });
  const isTimed = settings.METRICS_PORT !== undefined || settings.LOG_REQUESTS === 'on';
  const startTiming = isTimed ? timeAnswers(app, answerTeller(settings, app.log)) : undefined;
  const noticeForwarded = forwardedNotice(trusted, app.log);
  app.addHook('onRequest', (request, reply, next) => {
    const { config, url: route } = request.routeOptions;
    startTiming?.(reply.raw, request.raw.method, route);
    if (config.ownHeaders !== true) reply.headers(headers);
    // Makes a client that reuses connections, such as a proxy, open its next one to a server that stays.
    if (draining.aborted) reply.raw.setHeader('connection', 'close');
    noticeForwarded(request);
    if (!refuseRequest(request, reply, { url, headers }) && !refuseOverload(request, reply, late())) next();
  });
  refuseDeepBodies(app);
  app.setErrorHandler(onError);
  return app;
}

/** Raises the level to info: at debug and trace, packages log request headers. */
function withoutDetails(logger: FastifyBaseLogger): FastifyBaseLogger {
  return logger.level === 'trace' || logger.level === 'debug' ? logger.child({}, { level: 'info' }) : logger;
}

function answerTeller({ LOG_REQUESTS }: Settings, log: Log): (answer: AnsweredRequest) => void {
  return (answer) => {
    if (LOG_REQUESTS === 'on') log.info({ ...answer, seconds: Number(answer.seconds.toFixed(4)) }, 'request');
    observations.answer.tell(answer);
  };
}
