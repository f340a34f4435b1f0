import type { FastifyInstance, FastifyRequest } from 'fastify';
import { elementAt } from '../../contract/checked.ts';
import { sendProblem } from '../http/problem.ts';

/**
 * Accepts only requests to the desk's own host, and changes and reads of data only from the desk's own pages: browsers say where a request comes from (Fetch
 * Metadata, Origin, Referer). A change whose request does not say it is refused.
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

/** Paths of data, whose reading is recorded. Others may be opened from elsewhere: pages, which mails link to, and the files that they load. */
const DATA = /^\/(?:api|cv-frame)(?=[/?;]|$)/i;

/** Allows addresses that were typed or opened from a bookmark (`none`). From browsers without Fetch Metadata, Origin and Referer decide. */
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

/** A page that hides its address (no-referrer), as ours with tokens do, sends `Origin: null`: then Sec-Fetch-Site decides. */
function isOwn({ headers }: FastifyRequest, deskUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === undefined) return origin === deskUrl;
  return site === 'same-origin' && (origin === undefined || origin === 'null' || origin === deskUrl);
}
