import { setTimeout as wait } from 'node:timers/promises';
import { plainText } from '../../kernel/plain-text.ts';
import { withoutAddresses } from '../../kernel/address.ts';
import { callCrm, type CrmAnswer, type CrmRequest } from '../crm/crm-call.ts';
import type { PostRequest } from '../post-request.ts';

/** As HubSpot documents it for batches, and for a private app of any account: 100 calls in ten seconds. */
export const BATCH = 100;
const BETWEEN = 110;

/** What HubSpot says where its client calls too often: ten seconds are its window. */
const WINDOW = 10_000;

export type HubspotApi = (request: CrmRequest, signal: AbortSignal) => Promise<CrmAnswer>;

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
  return async (request, signal) => {
    const own = turn.then(() => wait(between, undefined, { ref: false }));
    const before = turn;
    turn = own;
    await before;
    const answer = await callCrm({ post, origin: url, token, now }, { request, signal, wordsOf });
    const { outcome } = answer;
    return outcome.status === 429 ? { ...answer, outcome: { ...outcome, retryAfter: outcome.retryAfter ?? WINDOW } } : answer;
  };
}

/** The words of the error, without the addresses that it names. */
function wordsOf(document: unknown): string {
  const { category = '', message = '' } = (document ?? {}) as { category?: string; message?: string };
  return withoutAddresses(plainText(`${category} ${message}`, 250));
}
