import type { Attribution, Problem } from '../../contract/api.ts';
import type { FieldErrors } from '../../contract/forms/form.ts';

/** What came of a send, as the visitor needs to know it. */
export type Outcome =
  | { kind: 'received' }
  /** The server found faults that the browser did not. */
  | { kind: 'refused'; errors: FieldErrors }
  | { kind: 'failed'; failure: Failure };

export type Failure = {
  /** `connection`: no answer came. `limited`: too many requests. `server`: it could not just now. `rejected`: it will not as it stands. */
  cause: 'connection' | 'limited' | 'server' | 'rejected';
  /** Seconds to wait before the next try, where the server says. */
  waitSeconds?: number;
};

/** What travels with the answers, read once for each set of answers. */
export type Around = { attribution: Attribution; website: string; elapsed: number };

type SenderParts = {
  url: string;
  fetch: typeof fetch;
  newKey: () => string;
  now: () => number;
  timeoutMs?: number;
};

export type Send = (wire: Readonly<Record<string, string>>, around: () => Around) => Promise<Outcome>;

const TIMEOUT_MS = 20_000;

/**
 * Sends the answers of one opened form. As long as nobody knows whether a set of answers arrived, sending the same set
 * again sends the same bytes under the same Idempotency-Key, so that it becomes one lead however often it is tried.
 */
export function createSender({ url, fetch, newKey, now, timeoutMs = TIMEOUT_MS }: SenderParts): Send {
  const open = new Map<string, { key: string; body: string }>();

  return async (wire, around) => {
    const answers = JSON.stringify(wire);
    const attempt = open.get(answers) ?? { key: newKey(), body: JSON.stringify({ ...wire, ...around() }) };
    open.set(answers, attempt);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': attempt.key },
        body: attempt.body,
        // The send outlives the page: closing the tab does not take a lead back.
        keepalive: true,
        credentials: 'same-origin',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (isDefinitive(response.status)) open.delete(answers);
      return await readOutcome(response, now());
    } catch {
      return { kind: 'failed', failure: { cause: 'connection' } };
    }
  };
}

/** Whether an answer settles a request for good. After the others the same request may be made again. */
export function isDefinitive(status: number): boolean {
  return status < 500 && ![408, 409, 425, 429].includes(status);
}

/** What an answer means to the visitor. */
export async function readOutcome(response: Response, now: number): Promise<Outcome> {
  if (response.ok) return { kind: 'received' };
  // 413 and 503 may speak of a file, which is a field like the others.
  if ([413, 422, 503].includes(response.status)) {
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
