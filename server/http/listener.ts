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
  /** The origin that those who call it see. */
  url: string;
  /** Of every answer, unless its route brings its own. */
  headers: Readonly<Record<string, string>>;
  /** Aborted once the server was told to stop. */
  draining: AbortSignal;
  logger?: FastifyBaseLogger | undefined;
  /** Milliseconds that the event loop is late. Default: never. */
  late?: (() => number) | undefined;
};

/** A server with every bound that those of ours have, and no route yet. */
export function createListener({ settings, url, headers, draining, logger, late = () => 0 }: ListenerOptions): FastifyInstance {
  const onError = errorHandler((error) => isStoreDown(error) || isDamaged(error));
  const trusted = trustedProxies(settings.TRUST_PROXY);
  const app = Fastify({
    ...(logger === undefined ? {} : { loggerInstance: withoutDetails(logger) }),
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
  if (settings.TRUST_PROXY === undefined) boundConnections(app.server, { perClient: true });
  else boundConnections(app.server, { perClient: false, forwarded: (request) => forwardedClient(request, trusted) });
  const isTimed = settings.METRICS_PORT !== undefined || settings.LOG_REQUESTS === 'on';
  const startTiming = isTimed ? timeAnswers(app, answerTeller(settings, app.log)) : undefined;
  const noticeForwarded = forwardedNotice(trusted, app.log);
  app.addHook('onRequest', (request, reply, next) => {
    const { config, url: route } = request.routeOptions;
    startTiming?.(reply.raw, request.raw.method, route);
    if (config.ownHeaders !== true) reply.headers(headers);
    // Whoever keeps the connection, a proxy for one, opens its next one to a server that stays.
    if (draining.aborted) reply.raw.setHeader('connection', 'close');
    noticeForwarded(request);
    if (!refuseRequest(request, reply, { url, headers }) && !refuseOverload(request, reply, late())) next();
  });
  refuseDeepBodies(app);
  app.setErrorHandler(onError);
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
