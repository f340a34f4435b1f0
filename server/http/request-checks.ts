import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { elementAt } from '../../contract/checked.ts';
import { observations, type RefusalReason } from '../kernel/observations.ts';
import type { Trust } from './client-address.ts';
import { sendProblem } from './problem.ts';

/** Nesting depth of lists and objects beyond which a body is refused. No form has more than two levels. */
export const MAX_DEPTH = 32;

type Site = { url: string; headers: Readonly<Record<string, string>> };

/**
 * Refuses requests that are invalid for every route, before the body is read.
 * @param site the origin of the pages, which may differ from that of the API, and the headers of every answer
 * @returns whether the request was answered
 */
export function refuseRequest(request: FastifyRequest, reply: FastifyReply, site: Site): boolean {
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
export function refuseDeepBodies(app: FastifyInstance): void {
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
export function forwardedNotice(trusted: Trust, log: Pick<FastifyBaseLogger, 'warn'>): (request: FastifyRequest) => void {
  let told = false;
  return ({ raw }) => {
    if (told || raw.headers['x-forwarded-for'] === undefined || trusted(raw.socket.remoteAddress ?? '', 0)) return;
    told = true;
    log.warn(
      {},
      'X-Forwarded-For came from a peer that is not trusted, and is not believed: all its clients count as one. If it is your proxy, name it in TRUST_PROXY, for example TRUST_PROXY=1',
    );
  };
}
