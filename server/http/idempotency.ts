import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Tx } from '../store/store.ts';
import { sendProblem } from './problem.ts';

/** What a key stands for; the same key for anything else is a client's mistake. */
export function fingerprintOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('base64url');
}

/**
 * Answers a request whose key was seen before: with the first answer, or 422 when it was sent for something else.
 * @returns `undefined` when the key is new, and nothing was answered
 */
export async function replay(
  db: Tx,
  { key, fingerprint }: { key: string; fingerprint: string },
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const first = await db.selectFrom('idempotency').selectAll().where('key', '=', key).executeTakeFirst();
  if (first === undefined) return undefined;
  if (first.fingerprint !== fingerprint) {
    return sendProblem(reply, 422, { detail: 'This Idempotency-Key was used for another request.' });
  }
  return reply
    .code(first.status)
    .headers({ 'cache-control': 'no-store', 'idempotency-replayed': 'true' })
    .type('application/json; charset=utf-8')
    .send(first.body);
}
