import type { Answers } from '../../contract/forms/form.ts';

/** Name of the field that no person sees. */
export const TRAP = 'website';

/** What stands in the elements of a form now. */
export function readElements(form: HTMLFormElement | null): Answers {
  if (form === null) return {};
  const answers: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') answers[name] = value;
  // An empty box leaves nothing in FormData, and would seem to keep its tick.
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) answers[box.name] = String(box.checked);
  return answers;
}
