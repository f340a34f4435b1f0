import type { Problem, Received } from '../../contract/api.ts';
import { leastFillMs, type Answers, type FieldErrors } from '../../contract/forms/form.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { randomUuid } from '../frame/visitor.ts';
import { isAttemptOf, markOf, type Attempt, type AttemptStore, type SubmissionContext } from './attempts.ts';
import { postBody, type Post } from './post.ts';

export type SendOutcome =
  | { kind: 'received' }
  /** Sent faster than a person fills in a form: stored and marked as suspected spam, with no further effect. */
  | { kind: 'hurried' }
  | { kind: 'refused'; errors: FieldErrors }
  | { kind: 'failed'; failure: Failure };

export type Failure = {
  /**
   * `connection`: no answer came. `limited`: too many requests. `server`: a fault that may be temporary. `rejected`: sending the same again would
   * fail again.
   */
  cause: 'connection' | 'limited' | 'server' | 'rejected';
  /** Seconds to wait before the next try, if the server says so. */
  waitSeconds?: number;
};

export type FormSubmission = {
  answers: Answers;
  file?: { name: string; content: File } | undefined;
  /** Read once for each set of answers. */
  envelope: () => SubmissionContext;
  /** Called with the share of the body that has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};

export type SubmitForm = (submission: FormSubmission) => Promise<SendOutcome>;

/** Makes the body of a request. */
export type Encode = (answers: Answers, envelope: SubmissionContext, file: FormSubmission['file']) => string | FormData;

type Parts = {
  url: string;
  /** Default: JSON. */
  encode?: Encode;
  post?: Post;
  /** Where attempts without an answer are stored; default: in memory. */
  attempts?: AttemptStore;
  newKey?: () => string;
  now?: () => number;
  minFillMs?: number;
};

const unanswered = { kind: 'failed', failure: { cause: 'connection' } } as const;

/**
 * Sends the answers of a form. As long as the outcome for a set of answers and file is unknown, sending them again repeats the same body with the
 * same Idempotency-Key, so that it is stored only once.
 */
export function createSubmitForm(parts: Parts): SubmitForm {
  const { url, encode = jsonOf, attempts, post = postBody, newKey = randomUuid, now = Date.now } = parts;
  const { minFillMs = Number(pageSetting('minfill')) } = parts;
  let stored: Set<Attempt> | undefined;
  return async ({ answers, file, envelope, onProgress }) => {
    const open = (stored ??= new Set(attempts?.read()));
    const text = JSON.stringify(answers);
    const chosen = file?.content;
    const before = [...open].find((one) => isAttemptOf(one, text, chosen));
    const attempt = before ?? { key: newKey(), answers: text, file: chosen, mark: markOf(chosen), envelope: envelope() };
    open.add(attempt);
    attempts?.write([...open]);
    const body = encode(answers, attempt.envelope, file);
    const response = await post({ url, headers: headersOf(attempt.key, body), body, onProgress }).catch(() => undefined);
    if (response && isDefinitive(response.status)) open.delete(attempt);
    attempts?.write([...open]);
    const outcome = response ? await readOutcome(response, now()) : unanswered;
    // The visitor sees that it failed; the cause is logged for developers.
    // oxlint-disable-next-line no-console
    if (outcome.kind === 'failed') console.error('The form could not be sent:', outcome.failure.cause);
    return outcome.kind === 'received' && attempt.envelope.elapsed < leastFillMs(answers, minFillMs) ? { kind: 'hurried' } : outcome;
  };
}

function jsonOf(answers: Answers, envelope: SubmissionContext): string {
  return JSON.stringify({ ...answers, ...envelope });
}

function headersOf(key: string, body: string | FormData): Record<string, string> {
  const headers = { accept: 'application/json', 'idempotency-key': key };
  return typeof body === 'string' ? { ...headers, 'content-type': 'application/json' } : headers;
}

/** Whether a status is final. After any other status the same request may be sent again. */
function isDefinitive(status: number): boolean {
  return status < 500 && ![408, 409, 425, 429].includes(status);
}

async function readOutcome(response: Response, now: number): Promise<Exclude<SendOutcome, { kind: 'hurried' }>> {
  if (response.ok) {
    // In the background, while the visitor reads the thanks. Without a proof the mails are delayed, as without scripts.
    (response.json() as Promise<Received>)
      .then(({ proof }) => proof && import('./prove.ts').then(({ prove }) => prove(proof)))
      .catch(() => {});
    return { kind: 'received' };
  }
  // 413, 429 and 503 may name the file as a wrong field.
  if ([413, 422, 429, 503].includes(response.status)) {
    const errors = await readErrors(response);
    if (Object.keys(errors).length > 0) return { kind: 'refused', errors };
  }
  const waitSeconds = readRetryAfter(response.headers.get('retry-after'), now);
  const cause = causeOf(response.status);
  return { kind: 'failed', failure: waitSeconds === undefined ? { cause } : { cause, waitSeconds } };
}

function causeOf(status: number): Failure['cause'] {
  if (status === 429) return 'limited';
  return isDefinitive(status) ? 'rejected' : 'server';
}

async function readErrors(response: Response): Promise<FieldErrors> {
  try {
    const problem = (await response.json()) as Partial<Problem> | null;
    const entries = Object.entries(problem?.errors ?? {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

/** Seconds until the next try: `Retry-After` contains seconds or a date. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
