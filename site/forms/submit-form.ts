import type { Problem, Received } from '../../contract/api.ts';
import { leastFillMs } from '../../contract/fill-time.ts';
import type { Answers, FieldErrors, FormDeclaration } from '../../contract/forms/form.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { randomUuid } from '../frame/visitor.ts';
import { isAttemptOf, markOf, type Attempt, type AttemptStore, type SubmissionContext } from './attempts.ts';
import { postBody, type Post } from './post.ts';

export type SendOutcome =
  | { kind: 'received' }
  /** It arrived faster than a person fills a form: stored and marked, and nothing follows from it. */
  | { kind: 'hurried' }
  | { kind: 'refused'; errors: FieldErrors }
  | { kind: 'failed'; failure: Failure };

export type Failure = {
  /**
   * `connection`: no answer came. `limited`: too many requests. `server`: a fault that may pass. `rejected`: sending the same again is no
   * use.
   */
  cause: 'connection' | 'limited' | 'server' | 'rejected';
  /** Seconds to wait before the next try, where the server says. */
  waitSeconds?: number;
};

export type FormSubmission = {
  answers: Answers;
  file?: { name: string; content: File } | undefined;
  /** Read once for each set of answers. */
  envelope: () => SubmissionContext;
  /** Told which share of the body has left, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};

export type SubmitForm = (submission: FormSubmission) => Promise<SendOutcome>;

type Parts = {
  url: string;
  encoding: FormDeclaration['encoding'];
  post?: Post;
  /** Where attempts without an answer are kept; in memory unless it says otherwise. */
  attempts?: AttemptStore;
  newKey?: () => string;
  now?: () => number;
  minFillMs?: number;
};

const unanswered = { kind: 'failed', failure: { cause: 'connection' } } as const;

/**
 * Sends the answers of a form. As long as nobody knows what became of a set of answers with its file, sending the same again sends
 * the same body under the same Idempotency-Key, so that it is stored once however often it is tried.
 */
export function createSubmitForm(parts: Parts): SubmitForm {
  const { url, encoding, attempts, post = postBody, newKey = randomUuid, now = Date.now } = parts;
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
    const body =
      encoding === 'multipart' ? multipartOf(answers, attempt.envelope, file) : JSON.stringify({ ...answers, ...attempt.envelope });
    const response = await post({ url, headers: headersOf(attempt.key, body), body, onProgress }).catch(() => undefined);
    if (response && isDefinitive(response.status)) open.delete(attempt);
    attempts?.write([...open]);
    const outcome = response ? await readOutcome(response, now()) : unanswered;
    // The visitor is told that it failed; why, whoever looks for it.
    // oxlint-disable-next-line no-console
    if (outcome.kind === 'failed') console.error('The form could not be sent:', outcome.failure.cause);
    return outcome.kind === 'received' && attempt.envelope.elapsed < leastFillMs(answers, minFillMs) ? { kind: 'hurried' } : outcome;
  };
}

function headersOf(key: string, body: string | FormData): Record<string, string> {
  const headers = { accept: 'application/json', 'idempotency-key': key };
  return typeof body === 'string' ? { ...headers, 'content-type': 'application/json' } : headers;
}

/** The file comes last: whatever is wrong with the rest is known by then. */
function multipartOf(answers: Answers, { attribution, website, elapsed }: SubmissionContext, file: FormSubmission['file']): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(answers)) body.append(name, value);
  body.append('attribution', JSON.stringify(attribution));
  body.append('website', website);
  body.append('elapsed', String(elapsed));
  if (file) body.append(file.name, file.content, file.content.name);
  return body;
}

/** Whether an answer settles a request for good. After the others the same request may be made again. */
function isDefinitive(status: number): boolean {
  return status < 500 && ![408, 409, 425, 429].includes(status);
}

async function readOutcome(response: Response, now: number): Promise<Exclude<SendOutcome, { kind: 'hurried' }>> {
  if (response.ok) {
    // Beside what the visitor sees, who is thanked by then. Without a proof what follows is late, as it is without scripts.
    (response.json() as Promise<Received>)
      .then(({ proof }) => proof && import('./prove.ts').then(({ prove }) => prove(proof)))
      .catch(() => {});
    return { kind: 'received' };
  }
  // 413, 429 and 503 may speak of a file, which is a field like the others.
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

/** Seconds until the next try: `Retry-After` holds them, or a date. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
