import type { FastifyInstance, FastifyRequest } from 'fastify';
import { elementAt } from '../../contract/checked.ts';
import { sendProblem } from '../http/problem.ts';

/**
 * Takes requests for the desk's own name only, and what may change something or is recorded from its own pages only: browsers say where a
 * request comes from (Fetch Metadata, Origin, Referer). A change whose request does not say it is refused.
 */
export function requireOwnOrigin(app: FastifyInstance, deskUrl: string): void {
  const { host } = new URL(deskUrl);
  app.addHook('onRequest', (request, reply, next) => {
    if (request.headers.host !== host) {
      sendProblem(reply, 421, { title: 'Another address', detail: `The desk is at ${deskUrl} (DESK_URL).` });
    } else if (isReading(request) ? mayRead(request, deskUrl) : isOwn(request, deskUrl)) next();
    else sendProblem(reply, 403, { detail: 'This was not sent by a page of the desk.' });
  });
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** What may be read from elsewhere as well: pages, which a link in a mail leads to, and the files they are built of. Reading data is on record. */
const DATA = /^\/(?:api|cv-frame)(?=[/?;]|$)/i;

/** An address that somebody typed, or opened from a bookmark, is theirs: `none`. Of a browser that says nothing the page it comes from counts. */
function mayRead({ url, headers }: FastifyRequest, deskUrl: string): boolean {
  if (!DATA.test(decoded(url))) return true;
  const { origin, referer, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return (
    (origin === undefined || origin === deskUrl) && (referer === undefined || referer === deskUrl || referer.startsWith(`${deskUrl}/`))
  );
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(elementAt(url.split('?', 1), 0));
  } catch {
    return url;
  }
}

/** A page that tells nobody its address, as ours that carry tokens, sends `Origin: null`: then the other header says it. */
function isOwn({ headers }: FastifyRequest, deskUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === undefined) return origin === deskUrl;
  return site === 'same-origin' && (origin === undefined || origin === 'null' || origin === deskUrl);
}
