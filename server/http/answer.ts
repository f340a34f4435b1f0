import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiate } from './site.ts';

/** A JSON answer as it may be kept: its bytes, compressed where that is worth it, and the tag of exactly these. */
export type Answer = { etag: string; body: Buffer; br?: Buffer; gzip?: Buffer };

/** Bytes from which an answer is compressed. */
const WORTH_COMPRESSING = 1400;

export async function answerOf(document: unknown): Promise<Answer> {
  const body = Buffer.from(JSON.stringify(document));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  if (body.length < WORTH_COMPRESSING) return { etag, body };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(body),
  ]);
  return { etag, body, br, gzip: zipped };
}

/** Sends it, or 304 to a client that has it already. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, cacheControl: string): FastifyReply {
  reply.headers({ etag: answer.etag, 'cache-control': cacheControl, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(answer.etag) === true) return reply.code(304).send();
  const [encoding, body] = negotiate(request.headers['accept-encoding'] ?? '', answer);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type('application/json; charset=utf-8').send(body);
}
