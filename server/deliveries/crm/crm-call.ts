import type { PostRequest, Posted } from '../post-request.ts';
import { retryAfterOf, type DeliveryOutcome } from '../sending.ts';

/** Bytes of an answer that are read: a batch's answer repeats hundreds of records. */
const MOST = 2_000_000;

export type CrmRequest = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string; body?: object | undefined };

export type CrmAnswer = { outcome: DeliveryOutcome; document: unknown; headers: Posted['headers'] };

/** Makes one call to a CRM, with JSON in both directions. */
export async function callCrm(
  { post, origin, token, now }: { post: PostRequest; origin: string; token: string; now: () => number },
  {
    request,
    signal,
    wordsOf,
  }: {
    request: CrmRequest;
    signal: AbortSignal;
    /** The reason of a refusal for people to read; must contain no personal data. */
    wordsOf: (document: unknown) => string;
  },
): Promise<CrmAnswer> {
  const { method = 'POST', path, body } = request;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' };
  const text = body === undefined ? '' : JSON.stringify(body);
  const answer = await post(origin + path, { method, headers, body: text, signal, most: MOST });
  const { status } = answer;
  const taken = status >= 200 && status < 300;
  const document = readJson(answer.answer);
  const words = taken ? '' : wordsOf(document);
  return {
    document,
    headers: answer.headers,
    outcome: {
      taken,
      status,
      error: taken ? null : `HTTP ${status}${words === '' ? '' : `: ${words}`}`,
      answer: null,
      retryAfter: retryAfterOf(answer.headers['retry-after'], now()),
    },
  };
}

export function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
