import type { Answers } from '../../contract/forms/form.ts';

export const HONEYPOT = 'website';

export function readElements(form: HTMLFormElement | null): Answers {
  if (form === null) return {};
  const answers: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') answers[name] = value;
  // An empty box leaves nothing in FormData, and would seem to keep its tick.
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) answers[box.name] = String(box.checked);
  return answers;
}

export function fillElements(form: HTMLFormElement | null, answers: Answers): void {
  for (const [name, value] of Object.entries(answers)) {
    const control = form?.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked ||= value === 'true';
    else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) fillText(control, value);
    else if (control instanceof HTMLSelectElement && control.value === '') control.value = value;
  }
}

function fillText(control: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  // A telephone field begins with a dial code of its own.
  if (control.value !== '' && control.type !== 'tel') return;
  // Past React's own property, so that a controlled field takes it for typed, too.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
