import { plainText } from '../../kernel/plain-text.ts';
import { callCrm, type CrmAnswer, type CrmRequest } from '../crm/crm-call.ts';
import type { PostRequest } from '../post-request.ts';
import type { SalesforceSignIn } from './salesforce-sign-in.ts';

/** Winter '25. Salesforce supports each version for at least three years. */
const VERSION = 'v62.0';

const MINUTE = 60_000;
/** Milliseconds to wait when the daily limit of calls (LIMIT_PAUSE), or the limit of calls at once (BUSY_PAUSE), is reached. */
const LIMIT_PAUSE = 5 * MINUTE;
const BUSY_PAUSE = 30_000;

/** The share of the day's calls that is used (by all clients), and the milliseconds to leave between our calls from then on, so that others can go on. */
const thrift = [
  { used: 0.95, pause: MINUTE },
  { used: 0.8, pause: 15_000 },
] as const;

export type SalesforceApi = {
  call: (request: CrmRequest, signal: AbortSignal) => Promise<CrmAnswer>;
  isReady: () => boolean;
};

/** Makes calls with a session token; when a token is refused, signs in again once. */
export function salesforceApi({ post, signIn, now }: { post: PostRequest; signIn: SalesforceSignIn; now: () => number }): SalesforceApi {
  let readyAt = 0;
  async function call(request: CrmRequest, signal: AbortSignal, again = false): Promise<CrmAnswer> {
    const session = await signIn.session(signal);
    if ('refused' in session) return { outcome: session.refused, document: undefined, headers: {} };
    const { token, instance: origin } = session;
    const path = `/services/data/${VERSION}${request.path}`;
    const answer = await callCrm({ post, origin, token, now }, { request: { ...request, path }, signal, wordsOf });
    readyAt = now() + pauseAfter(answer.headers['sforce-limit-info']);
    const { outcome } = answer;
    if (outcome.status === 401) {
      signIn.forget(session);
      if (!again) return call(request, signal, true);
    }
    const pause = pauseOf(answer);
    return pause === undefined ? answer : { ...answer, outcome: { ...outcome, retryAfter: outcome.retryAfter ?? pause } };
  }
  return { call: (request, signal) => call(request, signal), isReady: () => now() >= readyAt };
}

/** Milliseconds to wait after this header, for example `api-usage=18/5000` (calls of 24 hours). */
function pauseAfter(header: string | string[] | undefined): number {
  const [, used = '0', limit = '0'] = /\bapi-usage=(\d+)\/(\d+)/.exec(String(header)) ?? [];
  const part = Number(limit) > 0 ? Number(used) / Number(limit) : 0;
  return thrift.find((one) => part >= one.used)?.pause ?? 0;
}

function pauseOf({ outcome: { status }, document }: CrmAnswer): number | undefined {
  if (status === 403 && errorsOf(document).some(({ code }) => code === 'REQUEST_LIMIT_EXCEEDED')) return LIMIT_PAUSE;
  return status === 429 || status === 503 ? BUSY_PAUSE : undefined;
}

export type SalesforceError = { code: string; message: string; fields: readonly string[] };

/** The errors in an answer, or in one record of a collection, where the code has another name. */
export function errorsOf(document: unknown): SalesforceError[] {
  if (!Array.isArray(document)) return [];
  return (document as { errorCode?: string; statusCode?: string; message?: string; fields?: string[] }[]).map((error) => ({
    code: error.errorCode ?? error.statusCode ?? '',
    message: error.message ?? '',
    fields: error.fields ?? [],
  }));
}

/** Error codes and field names only: the messages repeat what people typed. */
export function wordsOf(document: unknown): string {
  const words = errorsOf(document).map(({ code, message, fields }) => {
    const [, column] = /No such column '(\w+)'/.exec(message) ?? [];
    const about = column === undefined ? fields : [column];
    return about.length === 0 ? code : `${code} (${about.join(', ')})`;
  });
  return plainText(words.join('; '), 250);
}
