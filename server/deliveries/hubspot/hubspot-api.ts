import { setTimeout as wait } from 'node:timers/promises';
import { plainText } from '../../mail/plain-text.ts';
import { withoutAddresses } from '../../mail/address.ts';
import type { PostRequest } from '../post-request.ts';
import { retryAfterOf, type DeliveryOutcome } from '../sending.ts';

/** As HubSpot documents it for batches, and for a private app of any account: 100 calls in ten seconds. */
export const BATCH = 100;
const BETWEEN = 110;

/** Of answers so much is read: a hundred contacts come back whole. */
const MOST = 2_000_000;

/** What HubSpot says where its client calls too often: ten seconds are its window. */
const WINDOW = 10_000;

export type HubspotApi = (
  path: string,
  body: object | undefined,
  signal: AbortSignal,
) => Promise<{ outcome: DeliveryOutcome; document: unknown }>;

/** One call after another, never more often than HubSpot allows. */
export function hubspotApi({
  post,
  url,
  token,
  now,
  between = BETWEEN,
}: {
  post: PostRequest;
  url: string;
  token: string;
  now: () => number;
  between?: number;
}): HubspotApi {
  let turn: Promise<unknown> = Promise.resolve();
  return async (path, body, signal) => {
    const own = turn.then(() => wait(between, undefined, { ref: false }));
    const before = turn;
    turn = own;
    await before;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' };
    const answer = await post(url + path, { headers, body: body === undefined ? '' : JSON.stringify(body), signal, most: MOST });
    const { status } = answer;
    const taken = status >= 200 && status < 300;
    const document = readJson(answer.answer);
    const asked = retryAfterOf(answer.headers['retry-after'], now());
    const retryAfter = status === 429 ? (asked ?? WINDOW) : asked;
    return { document, outcome: { taken, status, error: taken ? null : `HTTP ${status}${wordsOf(document)}`, answer: null, retryAfter } };
  };
}

/** Why: the words of the error, without the addresses that it names. */
function wordsOf(document: unknown): string {
  const { category = '', message = '' } = (document ?? {}) as { category?: string; message?: string };
  const words = withoutAddresses(plainText(`${category} ${message}`, 250));
  return words === '' ? '' : `: ${words}`;
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
