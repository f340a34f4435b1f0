import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from '../http/problem.ts';

/**
 * Takes requests for the desk's own name only, and what may change something from its own pages only: browsers say where a request comes
 * from (Fetch Metadata, Origin), and one that does not say it is refused.
 */
export function requireOwnOrigin(app: FastifyInstance, deskUrl: string): void {
  const { host } = new URL(deskUrl);
  app.addHook('onRequest', (request, reply, next) => {
    if (request.headers.host !== host) {
      sendProblem(reply, 421, { title: 'Another address', detail: `The desk is at ${deskUrl} (DESK_URL).` });
    } else if (isReading(request) || isOwn(request, deskUrl)) next();
    else sendProblem(reply, 403, { detail: 'This was not sent by a page of the desk.' });
  });
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A page that tells nobody its address, as ours that carry tokens, sends `Origin: null`: then the other header says it. */
function isOwn({ headers }: FastifyRequest, deskUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === undefined) return origin === deskUrl;
  return site === 'same-origin' && (origin === undefined || origin === 'null' || origin === deskUrl);
}
