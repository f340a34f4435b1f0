import type { Answers } from '../../contract/forms/form.ts';
import { keep, readKeptJson } from '../frame/browser-storage.ts';

export type FormDraft = {
  answers: Answers;
  /** Name of the chosen file; the file itself cannot be stored. */
  file?: string | undefined;
  /** When the visitor began to type, in milliseconds since 1970. */
  since: number;
};

export function readDraft(form: string): FormDraft | undefined {
  const draft = readKeptJson('draft:', form) as Partial<FormDraft> | undefined;
  if (typeof draft?.since !== 'number' || typeof draft.answers !== 'object' || draft.answers === null) return undefined;
  const texts = Object.entries(draft.answers).filter(([, value]) => typeof value === 'string');
  return { answers: Object.fromEntries(texts), since: draft.since, ...(typeof draft.file === 'string' && { file: draft.file }) };
}

/**
 * Stores the current answers of a form; if nothing was typed, deletes the draft.
 * @param chosen name of the file, null for none; undefined keeps the stored name
 */
export function saveFormDraft(form: string, answers: Answers, chosen?: string | null): void {
  const file = chosen === undefined ? readDraft(form)?.file : (chosen ?? undefined);
  const typed = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== '' && value !== 'false'));
  if (Object.keys(typed).length === 0 && file === undefined) return dropDraft(form);
  const draft: FormDraft = { answers: typed, file, since: readDraft(form)?.since ?? Date.now() };
  keep('draft:', JSON.stringify(draft), form);
}

export function dropDraft(form: string): void {
  keep('draft:', undefined, form);
  keep('attempts:', undefined, form);
}
