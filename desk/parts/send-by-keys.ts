import type { KeyboardEvent } from 'react';

/** Of a text: Ctrl Enter sends its form. */
export function sendByKeys({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
}
