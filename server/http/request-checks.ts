import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { elementAt } from '../../contract/checked.ts';
import { observations, type RefusalReason } from '../kernel/observations.ts';
import type { Trust } from './client-address.ts';
import { sendProblem } from './problem.ts';

/** Lists and objects within one another, beyond which a body is refused. No form has more than two. */
export const MAX_DEPTH = 32;

type Site = { url: string; headers: Readonly<Record<string, string>> };

/**
 * What is wrong with a request, whichever route it is for; answered before anything of it is read.
 * @param site the origin of the pages, which may be another one than that of the calls, and the headers of every answer
 * @returns whether it was answered
 */
export function refuseRequest(request: FastifyRequest, reply: FastifyReply, site: Site): boolean {
  const { headers, method } = request.raw;
  const refuse = (status: number, reason: RefusalReason, detail: string): boolean => {
    observations.refusal.tell(reason);
    sendProblem(reply.headers(site.headers), status, { detail });
    return true;
  };
  // Node takes a request line of any version, and reads it as one of HTTP/1.
  if (request.raw.httpVersionMajor !== 1) return refuse(505, 'http version', 'Send this as HTTP/1.1.');
  if (headers.host === undefined && request.raw.httpVersion === '1.1') return refuse(400, 'no host', 'The request names no host.');
  // Of which a proxy may have meant the other.
  if (namesSeveralHosts(request.raw.rawHeaders)) return refuse(400, 'several hosts', 'The request names more than one host.');
  // PostgreSQL has no text with NUL in it, and nothing of ours has one in its address.
  if (request.url.includes('%00')) return refuse(404, 'bad address', 'There is nothing at this address.');
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && isForeign(headers, site.url))
    return refuse(403, 'another site', 'This was sent by a page of another site.');
  return false;
}

/** @param rawHeaders names and values in turn */
function namesSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (elementAt(rawHeaders, at).length === 4 && elementAt(rawHeaders, at).toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** Whether a page that is none of ours sent it, as browsers say (Fetch Metadata); programs say nothing. */
function isForeign(headers: FastifyRequest['raw']['headers'], publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return (site === 'cross-site' || site === 'same-site') && headers.origin !== publicUrl;
}

/** Refuses bodies that are nested too deeply for whatever would walk through them. */
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

/** Says once that a proxy seems to stand before the server which no setting names. */
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
