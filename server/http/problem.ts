import { STATUS_CODES, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../contract/api.ts';
import { observations, type RefusalReason } from '../kernel/observations.ts';
import { wantsPage } from './read-request.ts';
import { sendSmallPage } from './small-page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    takes?: string;
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'The request could not be read',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'The request took too long',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported content type',
  417: 'Expectation failed',
  422: 'Some errors in your form.',
  429: 'Too many requests',
  431: 'The headers are too large',
  500: 'Something went wrong... Please try again later',
  503: 'Something went wrong... Please try again later',
  505: 'HTTP version not supported',
};

/** Seconds after which a client may try again when the store is down. */
const RETRY_SECONDS = 5;

/** `retryAfter`: seconds. */
type ProblemParts = { title?: string; detail?: string; errors?: Readonly<Record<string, string>>; retryAfter?: number };

/** Refuses a request in JSON (RFC 9457), or with a page if the client accepts HTML and no JSON. */
export function sendProblem(reply: FastifyReply, status: number, { retryAfter, ...more }: ProblemParts = {}): FastifyReply {
  const problem: Problem = { type: 'about:blank', title: titles[status] ?? 'Refused', status, ...more };
  const seconds = retryAfter ?? (status === 503 ? RETRY_SECONDS : undefined);
  if (seconds !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', seconds);
  if (wantsPage(reply.request)) return sendSmallPage(reply, status, { title: problem.title, words: problem.detail ?? wayOn(status) });
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

function wayOn(status: number): string {
  return status >= 500 ? 'Wait some seconds, then go back or reload this page.' : 'Go back, or begin at the home page.';
}

const refusals: Readonly<Record<string, [status: number, detail: string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Send this as application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is too large.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body is not as long as its header says.'],
  FST_ERR_BAD_URL: [400, 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'There is nothing at this address.'],
};

const reasons: Readonly<Record<number, RefusalReason>> = {
  400: 'malformed',
  404: 'bad address',
  408: 'request timeout',
  413: 'body too large',
  415: 'content type',
  431: 'headers too large',
};

/**
 * Handles everything that is thrown; expected refusals are not thrown. Answers 503 if the store is down, and 500 for unexpected errors, without
 * details.
 */
export function errorHandler(isStoreDown: (error: unknown) => boolean) {
  const storeLines = createLineLimit(LINES_PER_MINUTE);
  const otherLines = createLineLimit(LINES_PER_MINUTE);
  return function handle(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refusal = refusals[error.code];
    const reason = reasons[refusal?.[0] ?? (error instanceof SyntaxError ? 400 : (error.statusCode ?? 500))];
    if (reason !== undefined) observations.refusal.tell(reason);
    if (refusal?.[0] === 415)
      return sendProblem(reply, 415, { detail: `Send this as ${request.routeOptions.config.takes ?? 'application/json'}.` });
    if (refusal !== undefined) return sendProblem(reply, refusal[0], { detail: refusal[1] });
    if (error instanceof SyntaxError) return sendProblem(reply, 400, { detail: 'The body is not valid JSON.' });
    const status = error.statusCode;
    // Checked first: a visitor's broken connection fails with the same code as a broken connection to the store.
    if (status !== undefined && status >= 400 && status < 500) return sendProblem(reply, status);
    if (isStoreDown(error)) {
      storeLines((more) => request.log.error({ code: error.code, ...more }, 'the store does not answer'));
      return sendProblem(reply, 503);
    }
    // Logs name and stack only: the message may quote what a visitor typed.
    const about = { name: error.name, code: error.code, at: error.stack?.split('\n').slice(1, 6) };
    otherLines((more) => request.log.error({ ...about, ...more }, 'unexpected error'));
    return sendProblem(reply, 500);
  };
}

/** Most log lines of a kind in a minute, so that a client which triggers an error again and again cannot fill the disk. */
const LINES_PER_MINUTE = 30;

/** Limits log lines to `most` a minute. The first line after that says how many were left out. */
export function createLineLimit(most: number, now: () => number = () => performance.now()) {
  let until = -Infinity;
  let lines = 0;
  return (write: (more: { unwritten?: number }) => void): void => {
    let more = {};
    if (now() >= until) {
      if (lines > most) more = { unwritten: lines - most };
      lines = 0;
      until = now() + 60_000;
    }
    lines += 1;
    if (lines <= most) write(more);
  };
}

/** Answers requests that are not valid HTTP or never end, which no route sees, and closes the connection. */
export function malformedHandler(headers: Readonly<Record<string, string>>) {
  return function refuse(error: Error & { code?: string }, socket: Socket): void {
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const status = malformed[error.code ?? ''] ?? 400;
      observations.refusal.tell(reasons[status] ?? 'malformed');
      const body = JSON.stringify({ type: 'about:blank', title: titles[status], status });
      const lines = Object.entries({
        ...headers,
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': body.length,
        connection: 'close',
      });
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`,
      );
    }
    socket.destroy();
  };
}

export function refuseExpectation(headers: Readonly<Record<string, string>>): RequestListener {
  return (_request, response) => {
    observations.refusal.tell('expectation');
    const body = JSON.stringify({ type: 'about:blank', title: titles[417], status: 417 });
    response.writeHead(417, { ...headers, 'content-type': 'application/problem+json; charset=utf-8' }).end(body);
  };
}

const malformed: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
