import { createHash } from 'node:crypto';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What is sent as it is, to everybody: its headers, its bytes, compressed where that is worth it, and the tag of exactly these. */
export type Resource = {
  headers: Readonly<Record<string, string>>;
  etag: string;
  body: Buffer;
  br?: Buffer;
  gzip?: Buffer;
};

/** Bytes from which a document that is made while somebody waits is compressed. */
const WORTH_COMPRESSING = 1400;

export async function jsonResource(document: unknown): Promise<Resource> {
  const body = Buffer.from(JSON.stringify(document));
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  if (body.length < WORTH_COMPRESSING) return { headers, etag: etagOf(body), body };
  return { headers, etag: etagOf(body), body, ...(await compressed(body, { brotli: 5, gzip: 6 })) };
}

/** A document at an address of its own, made when it is asked for first: few servers ever are. */
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

/** A text that is in memory as it was compressed. Few ask for it as it is: they get it out of that, and many at once the same. */
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

/** A text that is compressed once somebody asks for it. */
export function lazilyCompressed(resource: Resource): Resource {
  uncompressed.set(resource, undefined);
  return resource;
}

/** Compresses what nobody has asked for yet. @returns undefined where there is nothing to wait for; never rejects: what fails leaves it as it is */
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

/** As small as brotli can: a tenth less than `compressed` makes of a page, for ten times its processor time. */
export function compressBest(body: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(body, { params: brotliParams(body, constants.BROTLI_MAX_QUALITY) });
}

export async function compressed(body: Buffer, level: { brotli: number; gzip: number }): Promise<{ br: Buffer; gzip: Buffer }> {
  const params = brotliParams(body, level.brotli);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(body, { params }), promisify(gzip)(body, { level: level.gzip })]);
  return { br, gzip: zipped };
}

/** What compresses a document that is made for one request only, by the encoding that is accepted; undefined for none, or a short document. */
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
 * Brotli's window in bits that holds a body whole. Its default of 4 MB gains nothing on a page and costs the kernel megabytes of fresh
 * memory each time: five times the processor time.
 */
function windowFor(bytes: number): number {
  // Of a window of 2^n bytes 16 are brotli's own (RFC 7932, 9.1).
  const bits = Math.ceil(Math.log2(bytes + 16));
  return Math.min(Math.max(bits, 16), constants.BROTLI_DEFAULT_WINDOW);
}

export function etagOf(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}
