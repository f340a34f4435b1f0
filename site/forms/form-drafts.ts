import type { Answers } from '../../contract/forms/form.ts';
import { attemptsKey } from './attempts.ts';
import { DRAFT_PREFIX } from './draft-keys.ts';

export type FormDraft = {
  answers: Answers;
  /** Name of the file that was chosen: the file itself cannot be stored. */
  file?: string | undefined;
  /** When the first of it was typed, in milliseconds since 1970. */
  since: number;
};

export function readDraft(form: string): FormDraft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as Partial<FormDraft> | null;
    if (typeof draft?.since !== 'number' || typeof draft.answers !== 'object' || draft.answers === null) return undefined;
    const texts = Object.entries(draft.answers).filter(([, value]) => typeof value === 'string');
    return { answers: Object.fromEntries(texts), since: draft.since, ...(typeof draft.file === 'string' && { file: draft.file }) };
  } catch {
    return undefined;
  }
}

/**
 * Stores what stands in a form now; nothing typed leaves no draft.
 * @param chosen name of the file, null for none; without it the file stays what it was
 */
export function saveFormDraft(form: string, answers: Answers, chosen?: string | null): void {
  const file = chosen === undefined ? readDraft(form)?.file : (chosen ?? undefined);
  const typed = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== '' && value !== 'false'));
  if (Object.keys(typed).length === 0 && file === undefined) return dropDraft(form);
  const draft: FormDraft = { answers: typed, file, since: readDraft(form)?.since ?? Date.now() };
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch {
    // Storage is off or full: what was typed lasts as long as the document.
  }
}

export function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form));
    sessionStorage.removeItem(attemptsKey(form));
  } catch {
    // Storage is off: there is none.
  }
}

function keyOf(form: string): string {
  return DRAFT_PREFIX + form;
}
