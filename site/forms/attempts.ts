import type { Attribution } from '../../contract/api.ts';
import { keep, readKept } from '../frame/browser-storage.ts';
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
  return {
    read: () => {
      try {
        const stored = JSON.parse(readKept('attempts:', form) ?? '{}') as { scope?: string; open?: Attempt[] };
        return stored.scope === scope ? stored.open!.map((attempt) => ({ ...attempt, file: undefined })) : [];
      } catch {
        return [];
      }
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
