import type { ServerResponse } from 'node:http';
import { matchesEtag, negotiate, type Resource } from './resource.ts';

/** What of a request its answer depends on. */
export type FileAsked = { method: string | undefined; ifNoneMatch: string | undefined; accepted: string | undefined };

/** Writes a file that is compressed, or never will be, as an answer; 304 where its reader has it. */
export function writeResource(
  response: ServerResponse,
  file: Resource,
  status: number,
  { method, ifNoneMatch, accepted = '' }: FileAsked,
): void {
  if (status === 200 && matchesEtag(ifNoneMatch, file)) {
    response.writeHead(304, head(file, UNCHANGED));
    response.end();
    return;
  }
  const [encoding, body] = negotiate(accepted, file);
  response.writeHead(status, head(file, encoding ?? WHOLE, body.length));
  response.end(method === 'HEAD' ? undefined : body);
}

/** What stands for an encoding where there is none, and where nothing is sent because its reader has it. */
const WHOLE = '';
const UNCHANGED = '304';

/** Headers as alternating names and values, which Node writes fastest. Built once for each encoding of a file. */
function head(file: Resource, encoding: string, length?: number): string[] {
  const known = heads.get(file) ?? new Map<string, string[]>();
  heads.set(file, known);
  const made = known.get(encoding);
  if (made !== undefined) return made;
  const headers = {
    ...file.headers,
    etag: file.etag,
    ...(file.br === undefined ? {} : { vary: 'accept-encoding' }),
    ...(encoding === WHOLE || encoding === UNCHANGED ? {} : { 'content-encoding': encoding }),
    ...(length === undefined ? {} : { 'content-length': String(length) }),
  };
  const flat = Object.entries(headers).flat();
  known.set(encoding, flat);
  return flat;
}

const heads = new WeakMap<Resource, Map<string, string[]>>();

/** Call it when a file's content in this encoding was replaced. */
export function forgetHead(file: Resource, encoding: string): void {
  heads.get(file)?.delete(encoding);
}
