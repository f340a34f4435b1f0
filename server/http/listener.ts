import Fastify from 'fastify';
import { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits.ts';
import type { Log } from '../kernel/log.ts';
import { observations, type AnsweredRequest, type RefusalReason } from '../kernel/observations.ts';
import type { Settings } from '../settings/settings.ts';
import { isDamaged, isStoreDown } from '../store/errors.ts';
import { forwardedClient, trustedProxies, type Trust } from './client-address.ts';
import { boundConnections } from './connections.ts';
import { answerDirectly, type DirectFiles } from './direct-answers.ts';
import { errorHandler, malformedHandler, refuseExpectation, sendProblem } from './problem.ts';
import { elementAt } from '../../contract/checked.ts';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { wantsPage } from './read-request.ts';
import { sendSmallPage } from './small-page.ts';

type ListenerOptions = {
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
    // A request that comes as the server stops is answered, and its connection ended: its sender could not know of the stop.
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
  const isTimed = settings.METRICS_PORT !== undefined || settings.LOG_REQUESTS === 'on';
  const startTiming = isTimed ? timeAnswers(app, answerTeller(settings, app.log)) : undefined;
  const noticeForwarded = forwardedNotice(trusted, app.log);
  const files: DirectFiles = new Map();
  app.decorate('answeredDirectly', files);
  app.decorate('company', () => settings.company);
  answerDirectly(app.server, {
    files,
    isLeft: () => draining.aborted,
    onAnswer: (raw, response, { route, forwarded }) => {
      startTiming?.(response, raw.method, route);
      if (forwarded) noticeForwarded({ raw });
    },
  });
  // Last, so that it stands before everything else.
  if (settings.TRUST_PROXY === undefined) boundConnections(app.server, { perClient: true });
  else boundConnections(app.server, { perClient: false, forwarded: (request) => forwardedClient(request, trusted) });
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

/**
 * Sets the handler of requests without a route: an unknown address, or an unsupported method. It answers before a body is read or parsed, but after
 * hooks that were added earlier.
 */
export function answerUnknown(app: FastifyInstance, answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | void): void {
  // Called by routes that find nothing for a request.
  app.setNotFoundHandler((request, reply) => answer(request, reply));
  app.addHook('onRequest', (request, reply, next) => {
    if (request.is404) void answer(request, reply);
    else next();
  });
}

/** Nesting depth of lists and objects beyond which a body is refused. No form has more than two levels. */
const MAX_DEPTH = 32;

type Site = { url: string; headers: Readonly<Record<string, string>> };

/**
 * Refuses requests that are invalid for every route, before the body is read.
 * @param site the origin of the pages, which may differ from that of the API, and the headers of every answer
 * @returns whether the request was answered
 */
function refuseRequest(request: FastifyRequest, reply: FastifyReply, site: Site): boolean {
  const { headers, method } = request.raw;
  const refuse = (status: number, reason: RefusalReason, detail: string): boolean => {
    observations.refusal.tell(reason);
    sendProblem(reply.headers(site.headers), status, { detail });
    return true;
  };
  // Node accepts a request line of any version, and reads it as HTTP/1.
  if (request.raw.httpVersionMajor !== 1) return refuse(505, 'http version', 'Send this as HTTP/1.1.');
  if (headers.host === undefined && request.raw.httpVersion === '1.1') return refuse(400, 'no host', 'The request names no host.');
  // A proxy may have used another one of the hosts.
  if (namesSeveralHosts(request.raw.rawHeaders)) return refuse(400, 'several hosts', 'The request names more than one host.');
  // PostgreSQL cannot store NUL in text, and no address of the site contains it.
  if (request.url.includes('%00')) return refuse(404, 'bad address', 'There is nothing at this address.');
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && isForeign(headers, site.url))
    return refuse(403, 'another site', 'This was sent by a page of another site.');
  return false;
}

/** @param rawHeaders names and values, alternating */
function namesSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (elementAt(rawHeaders, at).length === 4 && elementAt(rawHeaders, at).toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** Whether a page of another site sent it, according to Fetch Metadata. Programs send no such headers. */
function isForeign(headers: FastifyRequest['raw']['headers'], publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && headers.origin !== publicUrl;
}

/** Refuses bodies that are nested more than MAX_DEPTH levels deep, before recursive code handles them. */
function refuseDeepBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, reply, next) => {
    if (!isDeeper(request.body, MAX_DEPTH)) return next();
    observations.refusal.tell('nested too deeply');
    sendProblem(reply, 400, { detail: `The body is nested more than ${MAX_DEPTH} levels deep.` });
  });
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

/** Logs once if a proxy seems to be in front of the server that TRUST_PROXY does not name. */
function forwardedNotice(trusted: Trust, log: Pick<FastifyBaseLogger, 'warn'>): (request: Pick<FastifyRequest, 'raw'>) => void {
  let logged = false;
  return ({ raw }) => {
    if (logged || raw.headers['x-forwarded-for'] === undefined || trusted(raw.socket.remoteAddress ?? '', 0)) return;
    logged = true;
    log.warn(
      {},
      'X-Forwarded-For came from a peer that is not trusted, and is not believed: all its clients count as one. If it is your proxy, name it in TRUST_PROXY, for example TRUST_PROXY=1',
    );
  };
}

type Timing = { began: number; method: string; route: string };

const NO_ROUTE = 'none';

/** Node's diagnostics channel: a listener on each answer would cost pages a tenth of their time. */
const FINISHED = 'http.server.response.finish';

/** Starts timing an answer. Call it once for each request, from an existing hook: an additional hook would cost as much again. */
type StartTiming = (response: ServerResponse, method: string | undefined, route: string | undefined) => void;

/** Calls `tell` with the duration of each answer, from the request's headers to the answer's last byte. */
function timeAnswers(app: FastifyInstance, tell: (answer: AnsweredRequest) => void): StartTiming {
  const key = Symbol('timing');
  type Timed = ServerResponse & { [key]?: Timing };

  const finished = (message: unknown): void => {
    const { response } = message as { response: Timed };
    const timing = response[key];
    if (timing === undefined) return;
    const { method, route, began } = timing;
    tell({ method, route, status: response.statusCode, seconds: (performance.now() - began) / 1000 });
  };
  subscribe(FINISHED, finished);
  app.addHook('onClose', () => void unsubscribe(FINISHED, finished));
  return (response: Timed, method = '', route = NO_ROUTE) => {
    response[key] = { began: performance.now(), method, route };
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `costly`: files, exports and computations for one request. Default: `normal` for POST; other requests are never refused. */
    cost?: 'costly';
  }
}

/** Delays of the event loop, in milliseconds, from which work is refused or put off: first jobs, then costly requests, then forms. Pages never are. */
export const MAX_LATE = { jobs: 40, costly: 500, normal: 3000 } as const;

/**
 * Whether jobs wait for requests: where the event loop is late. The number of requests says nothing: a busy server ends most before the next one comes, and
 * any number may be waiting for slow senders.
 * @param late delay of the event loop in milliseconds
 */
export function jobsWait(late: number): boolean {
  return late > MAX_LATE.jobs;
}

/** Seconds after which a client may try again. */
const AGAIN = { costly: 10, normal: 3 } as const;

/**
 * Refuses costly requests while the event loop is late, with 503 and Retry-After, before the body is read.
 * @param late delay of the event loop in milliseconds
 * @returns whether the request was answered
 */
function refuseOverload(request: FastifyRequest, reply: FastifyReply, late: number): boolean {
  if (late <= MAX_LATE.costly) return false;
  const cost = request.routeOptions.config.cost ?? (request.method === 'POST' ? 'normal' : undefined);
  if (cost === undefined || request.is404 || late <= MAX_LATE[cost]) return false;
  observations.refusal.tell('overloaded');
  reply.header('retry-after', AGAIN[cost]);
  if (!wantsPage(request)) sendProblem(reply, 503, { title: 'Please try again in a moment', detail: 'The server has too much to do.' });
  else sendSmallPage(reply, 503, { title: 'Please try again in a moment', words: request.method === 'POST' ? SENT : ASKED });
  return true;
}

const ASKED = 'There is much to do here just now. Please wait some seconds, and reload this page.';
const SENT =
  'Nothing was sent, as there is much to do here just now. Please wait some seconds. Then go back: what you typed is still in your browser, and you can send it again.';
