import { createHash } from 'node:crypto';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A document that is the same for everybody: headers, bytes, compressed forms where worthwhile, and the ETag of the bytes. */
export type Resource = {
  headers: Readonly<Record<string, string>>;
  etag: string;
  body: Buffer;
  br?: Buffer;
  gzip?: Buffer;
};

/** Bytes from which a document is compressed while a client waits for it. */
const WORTH_COMPRESSING = 1400;

export async function jsonResource(document: unknown): Promise<Resource> {
  const body = Buffer.from(JSON.stringify(document));
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  if (body.length < WORTH_COMPRESSING) return { headers, etag: etagOf(body), body };
  return { headers, etag: etagOf(body), body, ...(await compressed(body, { brotli: 5, gzip: 6 })) };
}

/** As jsonResource, for a document that is made for each request: it is compressed only where it differs from the latest one. */
export function latestJsonResource(): (document: unknown) => Promise<Resource> {
  let latest: { text: string; made: Promise<Resource> } | undefined;
  return (document) => {
    const text = JSON.stringify(document);
    if (latest?.text === text) return latest.made;
    const fresh = { text, made: jsonResource(document) };
    fresh.made.catch(() => {
      if (latest === fresh) latest = undefined;
    });
    latest = fresh;
    return fresh.made;
  };
}

/** Gives a document as it is sent to a client that accepts these encodings. */
export type ResourceFor = (accepted: string | undefined) => Promise<Resource>;

/**
 * As jsonResource, for a document that perhaps nobody asks for again: for its first request it is compressed quickly, and in the encoding of this client
 * alone. That takes a twelfth of the processor time, and a sixth more bytes.
 */
export function rareJsonResource(text: string): ResourceFor {
  const body = Buffer.from(text);
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const plain: Resource = { headers, etag: etagOf(body), body };
  if (body.length < WORTH_COMPRESSING) return async () => plain;
  let asked = false;
  let well: Promise<Resource> | undefined;
  return async (accepted = '') => {
    if (!asked) {
      asked = true;
      return { ...plain, headers: { ...headers, vary: 'accept-encoding' }, ...(await compressedQuickly(accepted, body)) };
    }
    well ??= compressed(body, { brotli: 5, gzip: 6 }).then((made) => ({ ...plain, ...made }));
    well.catch(() => (well = undefined));
    return well;
  };
}

/** As rareJsonResource, for a document that is made for each request: the latest ones are kept, so that what is asked for often is compressed once. */
export function recentJsonResources(most: number): (document: unknown) => ResourceFor {
  const recent = new Map<string, ResourceFor>();
  return (document) => {
    const text = JSON.stringify(document);
    const resource = recent.get(text) ?? rareJsonResource(text);
    recent.delete(text);
    recent.set(text, resource);
    const [oldest] = recent.keys();
    if (recent.size > most && oldest !== undefined) recent.delete(oldest);
    return resource;
  };
}

async function compressedQuickly(accepted: string, body: Buffer): Promise<Pick<Resource, 'br' | 'gzip'>> {
  const [encoding] = negotiate(accepted, { body, br: body, gzip: body });
  if (encoding === 'br') return { br: await promisify(brotliCompress)(body, { params: brotliParams(body, 1) }) };
  return encoding === 'gzip' ? { gzip: await promisify(gzip)(body, { level: 1 }) } : {};
}

/** Serves a document, made at its first request, because few servers are ever asked for it. */
export function documentRoute(app: FastifyInstance, url: string, make: () => Promise<object>): void {
  let made: Promise<Resource> | undefined;
  app.get(url, async (request, reply) => {
    made ??= make().then(jsonResource);
    return sendResource(request, reply, await made, 'no-cache');
  });
}

export function sendResource(request: FastifyRequest, reply: FastifyReply, resource: Resource, cacheControl: string): FastifyReply {
  reply.headers({ ...resource.headers, etag: resource.etag, 'cache-control': cacheControl });
  if (resource.br !== undefined) reply.header('vary', 'accept-encoding');
  if (matchesEtag(request.headers['if-none-match'], resource)) return reply.code(304).send();
  const [encoding, body] = negotiate(request.headers['accept-encoding'] ?? '', resource);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.send(body);
}

export function matchesEtag(ifNoneMatch: string | undefined, { etag }: Pick<Resource, 'etag'>): boolean {
  return ifNoneMatch?.includes(etag) === true;
}

export function negotiate(accepted: string, file: Pick<Resource, 'body' | 'br' | 'gzip'>): [encoding: string | undefined, body: Buffer] {
  if (file.br !== undefined && /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/.test(accepted)) return ['br', file.br];
  if (file.gzip !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/.test(accepted)) return ['gzip', file.gzip];
  return [undefined, file.body];
}

/** A resource kept only compressed. Few clients need it uncompressed: it is decompressed for them, and concurrent requests share the result. */
export function asCompressed(resource: Required<Omit<Resource, 'body'>>): Resource {
  let body: WeakRef<Buffer> | undefined;
  return {
    ...resource,
    get body() {
      const there = body?.deref();
      if (there !== undefined) return there;
      const made = brotliDecompressSync(resource.br);
      body = new WeakRef(made);
      return made;
    },
  };
}

/** Marks a resource to be compressed at its first request. */
export function lazilyCompressed<One extends Resource>(resource: One): One {
  uncompressed.set(resource, undefined);
  return resource;
}

/**
 * Compresses a marked resource at its first request.
 * @returns undefined if it is compressed already; never rejects, as a resource that cannot be compressed is left unchanged
 */
export function whenCompressed(resource: Resource): Promise<void> | undefined {
  if (!uncompressed.has(resource)) return undefined;
  const compressing = uncompressed.get(resource) ?? compressOnce(resource);
  uncompressed.set(resource, compressing);
  return compressing;
}

const uncompressed = new WeakMap<Resource, Promise<void> | undefined>();

async function compressOnce(resource: Resource): Promise<void> {
  const made = await compressed(resource.body, { brotli: 9, gzip: 9 }).catch(() => undefined);
  Object.assign(resource, made);
  uncompressed.delete(resource);
}

/** Compresses with brotli's best quality: a tenth smaller than `compressed` for a page, at ten times the processor time. */
export function compressBest(body: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(body, { params: brotliParams(body, constants.BROTLI_MAX_QUALITY) });
}

export async function compressed(body: Buffer, level: { brotli: number; gzip: number }): Promise<{ br: Buffer; gzip: Buffer }> {
  const params = brotliParams(body, level.brotli);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(body, { params }), promisify(gzip)(body, { level: level.gzip })]);
  return { br, gzip: zipped };
}

/** Compressor for a document made for a single request, by the accepted encoding; undefined if none is accepted or the document is short. */
export function compressorFor(accepted = '', body: Buffer): [encoding: string | undefined, compressor: Transform | undefined] {
  if (body.length < WORTH_COMPRESSING) return [undefined, undefined];
  const [encoding] = negotiate(accepted, { body, br: body, gzip: body });
  if (encoding === 'br') return [encoding, createBrotliCompress({ params: brotliParams(body, 5) })];
  return encoding === 'gzip' ? [encoding, createGzip({ level: 6 })] : [undefined, undefined];
}

function brotliParams(body: Buffer, quality: number) {
  return { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length) };
}

/**
 * Size of brotli's window in bits that covers the whole body. The default of 4 MB gains nothing for a page and costs megabytes of fresh memory each
 * time, at five times the processor time.
 */
function windowFor(bytes: number): number {
  // Brotli uses 16 bytes of a window of 2^n bytes itself (RFC 7932, 9.1).
  const bits = Math.ceil(Math.log2(bytes + 16));
  return Math.min(Math.max(bits, 16), constants.BROTLI_DEFAULT_WINDOW);
}

export function etagOf(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Content types of the site's files, by extension. */
export const fileTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
  '.map': 'application/json; charset=utf-8',
};
