import { plainText } from '../../kernel/plain-text.ts';
import { callCrm, type CrmAnswer, type CrmRequest } from '../crm/crm-call.ts';
import type { PostRequest } from '../post-request.ts';
import type { SalesforceSignIn } from './salesforce-sign-in.ts';

/** Winter '25; each version is served for three years at least. */
const VERSION = 'v62.0';

const MINUTE = 60_000;
/** Where a limit of calls is reached: that of a day has an hour's grace at most, that of long calls ends with them. */
const LIMIT_PAUSE = 5 * MINUTE;
const BUSY_PAUSE = 30_000;

/** How much of a day's calls is used, and the milliseconds that are left between two of ours from then on: the last belong to others. */
const thrift = [
  { used: 0.95, pause: MINUTE },
  { used: 0.8, pause: 15_000 },
] as const;

export type SalesforceApi = {
  call: (request: CrmRequest, signal: AbortSignal) => Promise<CrmAnswer>;
  isReady: () => boolean;
};

/** Calls with a token; one that is refused is replaced, once. */
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

/** `api-usage=18/5000`, of 24 hours; more may follow. */
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

/** Of a whole answer, or of one record of a collection, which calls its code otherwise. */
export function errorsOf(document: unknown): SalesforceError[] {
  if (!Array.isArray(document)) return [];
  return (document as { errorCode?: string; statusCode?: string; message?: string; fields?: string[] }[]).map((error) => ({
    code: error.errorCode ?? error.statusCode ?? '',
    message: error.message ?? '',
    fields: error.fields ?? [],
  }));
}

/** Codes and names of fields: its messages repeat what somebody typed. */
export function wordsOf(document: unknown): string {
  const words = errorsOf(document).map(({ code, message, fields }) => {
    const [, column] = /No such column '(\w+)'/.exec(message) ?? [];
    const about = column === undefined ? fields : [column];
    return about.length === 0 ? code : `${code} (${about.join(', ')})`;
  });
  return plainText(words.join('; '), 250);
}
