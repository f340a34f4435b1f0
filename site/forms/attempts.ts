import type { Attribution } from '../../contract/api.ts';
import type { LeadTopic } from '../../contract/callers.ts';

/** What travels with the answers. `elapsed`: milliseconds since the form was there to be filled. */
export type SubmissionContext = { attribution: Attribution; about?: LeadTopic; website: string; elapsed: number };

export type Attempt = {
  key: string;
  /** As JSON. */
  answers: string;
  file: File | undefined;
  /** What tells the file again after a reload, when it is another object. */
  mark: string | undefined;
  envelope: SubmissionContext;
};

export type AttemptStore = { read: () => Attempt[]; write: (open: readonly Attempt[]) => void };

/**
 * Attempts that outlive the document, beside the form's draft (drafts.ts), with which they go.
 * @param scope what else the answers are sent for: the same ones for another purpose are another request
 */
export function storedAttempts(form: string, scope = ''): AttemptStore {
  const at = attemptsKey(form);
  return {
    read: () => {
      try {
        const stored = JSON.parse(sessionStorage.getItem(at) ?? '{}') as { scope?: string; open?: Attempt[] };
        return stored.scope === scope ? stored.open!.map((attempt) => ({ ...attempt, file: undefined })) : [];
      } catch {
        return [];
      }
    },
    write: (open) => {
      try {
        if (open.length > 0) sessionStorage.setItem(at, JSON.stringify({ scope, open }));
        else sessionStorage.removeItem(at);
      } catch {
        // Storage is off or full: they last as long as the document.
      }
    },
  };
}

export function attemptsKey(form: string): string {
  return `attempts:${form}`;
}

export function isAttemptOf({ answers, file, mark }: Attempt, text: string, chosen: File | undefined): boolean {
  return answers === text && (file ? file === chosen : mark === markOf(chosen));
}

export function markOf(file: File | undefined): string | undefined {
  return file && `${file.name} ${file.size} ${file.lastModified}`;
}
