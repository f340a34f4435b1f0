import type { Form, FormWords } from './form.ts';

/** Pages of a form that a browser sends by itself: where it is filled in, where it comes back with its errors, where it says thank you. */
export type PlainFormPaths = { form: string; refused: string; sent: string };

export type PlainForm = {
  form: Form & FormWords;
  action: string;
  paths: PlainFormPaths;
  messages: { success: string; failure: string; invalid: string };
};

/** What stands in the prerendered page of a refused form for a field's value, its error and whether it has one; the server replaces it. */
export function plainFormMarks(field: string): { value: string; error: string; invalid: string } {
  return { value: `__VALUE_${field}__`, error: `__ERROR_${field}__`, invalid: `__INVALID_${field}__` };
}

export const PLAIN_FORM_ALERT = '__FORM_ALERT__';
