import type { Answers } from '../../contract/forms/form.ts';

export const HONEYPOT = 'website';

export function readElements(form: HTMLFormElement | null): Answers {
  if (form === null) return {};
  const answers: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') answers[name] = value;
  // FormData leaves out an unticked checkbox, which would then seem to keep its tick.
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
  // A telephone field already contains a dial code.
  if (control.value !== '' && control.type !== 'tel') return;
  // Calls the native setter, so that React treats the value of a controlled field as typed.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
