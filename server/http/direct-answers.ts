import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { elementAt } from '../../contract/checked.ts';
import { intercept } from './intercept.ts';
import { whenCompressed, type Resource } from './resource.ts';
import { writeResource, type FileAsked } from './write-resource.ts';

/** Files that are the same for everybody at any time, by address, with the route that serves them. */
export type DirectFiles = Map<string, { file: () => Resource; route: string }>;

type DirectOptions = {
  files: DirectFiles;
  /** Whether all requests are left to the routes. */
  isLeft: () => boolean;
  /** Called before an answer. `forwarded`: the request has an X-Forwarded-For. */
  onAnswer: (request: IncomingMessage, response: ServerResponse, about: { route: string; forwarded: boolean }) => void;
};

/**
 * Answers plain requests for constant files before Fastify's routing and hooks, which take a quarter of such an answer's time. It answers as the route does,
 * and leaves to the routes what a hook might refuse.
 */
export function answerDirectly(server: Server, { files, isLeft, onAnswer }: DirectOptions): void {
  intercept(server, (request, response, handle) => {
    const found = files.get(request.url ?? '');
    const asked = found === undefined || isLeft() ? undefined : readPlain(request);
    if (found === undefined || asked === undefined) return handle();
    const { route } = found;
    const file = readIfPossible(found.file);
    if (file === undefined || whenCompressed(file) !== undefined) return handle();
    onAnswer(request, response, { route, forwarded: asked.forwarded });
    writeResource(response, file, 200, asked);
  });
}

/** @returns undefined where it cannot be read: its route says so */
function readIfPossible(read: () => Resource): Resource | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** @returns undefined unless it is a GET or HEAD of HTTP/1.1 with one host and without a body */
function readPlain({ method, httpVersion, rawHeaders }: IncomingMessage): (FileAsked & { forwarded: boolean }) | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || httpVersion !== '1.1') return undefined;
  let [hosts, forwarded] = [0, false];
  let ifNoneMatch: string | undefined;
  let accepted: string | undefined;
  // Node's parsed headers would take as long as everything else here.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = elementAt(rawHeaders, at);
    if (!LENGTHS.includes(name.length)) continue;
    const lower = name.toLowerCase();
    if (lower === 'host') hosts += 1;
    else if (lower === 'x-forwarded-for') forwarded = true;
    else if (lower === 'accept-encoding' && accepted === undefined) accepted = rawHeaders[at + 1];
    else if (lower === 'if-none-match' && ifNoneMatch === undefined) ifNoneMatch = rawHeaders[at + 1];
    else if (NOT_PLAIN.has(lower)) return undefined;
  }
  return hosts === 1 ? { method, ifNoneMatch, accepted, forwarded } : undefined;
}

/** Headers that only a request with a body has, and those that are read above, where they come a second time. */
const NOT_PLAIN: ReadonlySet<string> = new Set(['accept-encoding', 'content-length', 'expect', 'if-none-match', 'transfer-encoding']);

/** The lengths of the names that are read above. */
const LENGTHS = [4, 6, 13, 14, 15, 17];
