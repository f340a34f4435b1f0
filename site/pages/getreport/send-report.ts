import type { Attribution, Problem } from '../../../contract/api.ts';
import type { Answers, FieldErrors } from '../../../contract/forms/form.ts';

/** What came of a request. */
export type Outcome = { kind: 'received' } | { kind: 'refused'; errors: FieldErrors } | { kind: 'failed' };

type Around = { attribution: Attribution; website: string; elapsed: number };
type Parts = { url: string; fetch: typeof fetch; newKey: () => string; timeoutMs?: number };

export type SendReport = (answers: Answers, around: Around) => Promise<Outcome>;

/** Sends requests as multipart. The same answers go under the same key until it is known that they arrived, so that they are stored once. */
export function createReportSender({ url, fetch, newKey, timeoutMs = 20_000 }: Parts): SendReport {
  let open: { answers: string; key: string } | undefined;
  return async (answers, { attribution, website, elapsed }) => {
    const text = JSON.stringify(answers);
    if (open?.answers !== text) open = { answers: text, key: newKey() };
    const body = new FormData();
    for (const [name, value] of Object.entries(answers)) body.append(name, value);
    body.append('attribution', JSON.stringify(attribution));
    body.append('website', website);
    body.append('elapsed', String(elapsed));
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { accept: 'application/json', 'idempotency-key': open.key },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok) {
        open = undefined;
        return { kind: 'received' };
      }
      const errors = response.status === 422 ? await errorsOf(response) : {};
      return Object.keys(errors).length > 0 ? { kind: 'refused', errors } : { kind: 'failed' };
    } catch {
      return { kind: 'failed' };
    }
  };
}

async function errorsOf(response: Response): Promise<FieldErrors> {
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  return problem?.errors ?? {};
}
