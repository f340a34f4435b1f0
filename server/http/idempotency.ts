import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { jsonObject } from '../store/json-column.ts';
import type { Tx } from '../store/store.ts';
import type { IdempotencyRow } from '../store/tables/lead-tables.ts';
import { sendProblem } from './problem.ts';

/** Identifies the request of an idempotency key: reusing the key for another request is a client's mistake. */
export function fingerprintOf(...parts: readonly string[]): string {
  return hash('sha256', parts.map((part) => `${part.length}:${part}`).join(''), 'base64url');
}

export type HttpAnswer = {
  status: number;
  errors?: Readonly<Record<string, string>>;
  /** The id of the stored request. */
  received?: string;
  /** Value of Set-Cookie, whatever the type of the answer. */
  cookie?: string;
  send(reply: FastifyReply): FastifyReply;
};

export function refusal(status: number, more: Parameters<typeof sendProblem>[2]): HttpAnswer {
  return { status, ...(more?.errors && { errors: more.errors }), send: (reply) => sendProblem(reply, status, more) };
}

/**
 * The answer for a key that was seen before, or one of its `further` keys: the first answer again, or 422 if the key was used for another request.
 * @returns undefined if the key is new
 */
export async function firstAnswer(
  db: Tx,
  { key, further = [], fingerprint }: { key: string; further?: readonly string[]; fingerprint: string },
): Promise<HttpAnswer | undefined> {
  const isKnown = further.length === 0 ? sql`key = ${key}` : sql`key in (${sql.join([key, ...further])})`;
  const {
    rows: [first],
  } = await sql<IdempotencyRow>`/* prepared */ select fingerprint, status, body from idempotency where ${isKnown}`.execute(db);
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
