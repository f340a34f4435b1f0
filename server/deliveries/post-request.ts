import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { atDeadline } from '../kernel/deadline.ts';
import { isPublicAddress, PrivateAddress, publicLookup, type Resolve } from './public-address.ts';

export type Posted = { status: number; headers: IncomingMessage['headers']; /** The first bytes of the body. */ answer: Buffer };

export type PostOptions = { headers: Readonly<Record<string, string>>; body: string; signal?: AbortSignal; method?: string; most?: number };

export type PostRequest = (url: string, options: PostOptions) => Promise<Posted>;

/** Most bytes of an answer that are read. */
const MOST = 4096;

/** Milliseconds: for DNS, connection and TLS; and for a whole request with its answer. */
export const CONNECT_TIMEOUT = 5000;
export const WHOLE_TIMEOUT = 15_000;

type Timeouts = { connect: number; whole: number };

/**
 * Makes a function that sends requests to addresses which people typed: over TLS, and only to public addresses (checked on the address that is connected to).
 * Follows no redirect, and reads only the beginning of an answer.
 * @param privately also allows plain HTTP and private addresses
 */
export function createPost({
  privately,
  resolve: ask,
  timeouts = { connect: CONNECT_TIMEOUT, whole: WHOLE_TIMEOUT },
}: {
  privately: boolean;
  resolve?: Resolve;
  timeouts?: Timeouts;
}): PostRequest & { close: () => void } {
  const allowed = (address: string) => privately || isPublicAddress(address);
  const options = { keepAlive: true, maxSockets: 64, lookup: publicLookup(allowed, ask) };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  const post: PostRequest = (url, { headers, body, signal, method = 'POST', most = MOST }) => {
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:' && !(privately && protocol === 'http:'))
      return Promise.reject(new Error('the address does not begin with https://'));
    const literal = hostname.replace(/^\[|\]$/g, '');
    // An IP address in the URL is not looked up, so it is checked here.
    if (isIP(literal) !== 0 && !allowed(literal)) return Promise.reject(new PrivateAddress(literal));
    return send({ make: protocol === 'https:' ? httpsRequest : httpRequest, agent: agents[protocol as 'https:'], timeouts }, url, {
      method,
      body,
      most,
      signal,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'accept-encoding': 'identity' },
    });
  };
  return Object.assign(post, {
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  });
}

type Way = { make: typeof httpsRequest; agent: HttpsAgent; timeouts: Timeouts };

function send(way: Way, url: string, options: PostOptions & { method: string; most: number }): Promise<Posted> {
  const { make, agent, timeouts } = way;
  const { method, headers, body, most } = options;
  return new Promise((resolve, reject) => {
    let isLate = false;
    const request = make(url, { method, agent, headers });
    const late = setTimeout(() => request.destroy(new Error(`no connection in ${timeouts.connect} ms`)), timeouts.connect);
    const endWait = atDeadline(timeouts.whole, options.signal, () => {
      isLate = true;
      request.destroy(new Error('late'));
    });
    request.on('close', () => {
      clearTimeout(late);
      endWait();
    });
    request.on('socket', (socket) => {
      if (socket.connecting) socket.once(new URL(url).protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(late));
      else clearTimeout(late);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (isLate) reject(new Error(`no answer in ${timeouts.whole} ms`, { cause: error }));
      // The other side had closed the kept connection: tries once more.
      else if (request.reusedSocket && error.code === 'ECONNRESET') resolve(send(way, url, options));
      else reject(error);
    });
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      readBeginning(response, most).then((answer) => resolve({ status, headers: answered, answer }), reject);
    });
    request.end(body);
  });
}

/** The first bytes of an answer; one that is cut off after its headers still counts. */
async function readBeginning(response: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= most) break;
    }
  } catch {
    // The status is known already.
  }
  if (!response.complete) response.destroy();
  return Buffer.concat(parts).subarray(0, most);
}
