import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { jsonObject } from '../store/json-column.ts';
import type { Tx } from '../store/store.ts';
import { sendProblem } from './problem.ts';

/** What a key stands for; the same key for anything else is a client's mistake. */
export function fingerprintOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('base64url');
}

export type HttpAnswer = {
  status: number;
  errors?: Readonly<Record<string, string>>;
  /** The id of the request that was taken. */
  received?: string;
  /** Of Set-Cookie, whatever the answer is sent as. */
  cookie?: string;
  send(reply: FastifyReply): FastifyReply;
};

export function refusal(status: number, more: Parameters<typeof sendProblem>[2]): HttpAnswer {
  return { status, ...(more?.errors && { errors: more.errors }), send: (reply) => sendProblem(reply, status, more) };
}

/**
 * The answer to a request whose key was seen before: the first one again, or 422 when the key was sent for something else.
 * @returns `undefined` when the key is new
 */
export async function firstAnswer(db: Tx, { key, fingerprint }: { key: string; fingerprint: string }): Promise<HttpAnswer | undefined> {
  const first = await db.selectFrom('idempotency').selectAll().where('key', '=', key).executeTakeFirst();
  if (first === undefined) return undefined;
  if (first.fingerprint !== fingerprint) {
    const title = 'The key was used before';
    return refusal(422, { title, detail: 'This Idempotency-Key was used for another request.' });
  }
  return {
    status: first.status,
    received: (jsonObject(first.body) as { id?: string }).id,
    send: (reply) =>
      reply
        .code(first.status)
        .headers({ 'cache-control': 'no-store', 'idempotency-replayed': 'true' })
        .type('application/json; charset=utf-8')
        .send(first.body),
  };
}
