import type { Attribution } from '../../contract/api.ts';
import { keep, readKeptJson } from '../frame/browser-storage.ts';
import type { LeadTopic } from '../../contract/callers.ts';

/** Data sent with the answers. `elapsed`: for how many milliseconds the form could be filled in. */
export type SubmissionContext = { attribution: Attribution; about?: LeadTopic; website: string; elapsed: number; wording?: number };

export type Attempt = {
  key: string;
  /** JSON. */
  answers: string;
  file: File | undefined;
  /** Identifies the file after a reload, when it is another object. */
  mark: string | undefined;
  envelope: SubmissionContext;
};

export type AttemptStore = { read: () => Attempt[]; write: (open: readonly Attempt[]) => void };

/**
 * Stores attempts across reloads, together with the form's draft (form-drafts.ts); both are deleted together.
 * @param scope what the answers are sent for: the same answers for another purpose are another request
 */
export function storedAttempts(form: string, scope = ''): AttemptStore {
  return {
    read: () => {
      const stored = readKeptJson('attempts:', form) as { scope?: string; open?: Attempt[] } | undefined;
      if (stored?.scope !== scope || !Array.isArray(stored.open)) return [];
      return stored.open.map((attempt) => ({ ...attempt, file: undefined }));
    },
    write: (open) => keep('attempts:', open.length > 0 ? JSON.stringify({ scope, open }) : undefined, form),
  };
}

export function isAttemptOf({ answers, file, mark }: Attempt, text: string, chosen: File | undefined): boolean {
  return answers === text && (file ? file === chosen : mark === markOf(chosen));
}

export function markOf(file: File | undefined): string | undefined {
  return file && `${file.name} ${file.size} ${file.lastModified}`;
}
