import { setTimeout as wait } from 'node:timers/promises';
import { plainText } from '../../kernel/plain-text.ts';
import { withoutAddresses } from '../../kernel/address.ts';
import { callCrm, type CrmAnswer, type CrmRequest } from '../crm/crm-call.ts';
import type { PostRequest } from '../post-request.ts';

/** HubSpot's documented limits: contacts in a batch, and 100 calls in ten seconds for a private app (BETWEEN: milliseconds between calls). */
export const BATCH = 100;
const BETWEEN = 110;

/** Milliseconds to wait after a call was refused as too many: HubSpot's rate limit counts ten seconds. */
const WINDOW = 10_000;

export type HubspotApi = (request: CrmRequest, signal: AbortSignal) => Promise<CrmAnswer>;

/** Makes one call at a time, within HubSpot's rate limit. */
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

/** The error's text, without the addresses in it. */
function wordsOf(document: unknown): string {
  const { category = '', message = '' } = (document ?? {}) as { category?: string; message?: string };
  return withoutAddresses(plainText(`${category} ${message}`, 250));
}
