import type { Field, Form, FormWords, Use } from './form.ts';

/** Pages of a form that a browser sends by itself: where it is filled in, where it comes back with its errors, where it says thank you. */
export type PlainFormPaths = { form: string; refused: string; sent: string };

export type PlainForm = {
  form: Form & FormWords;
  /** Empty: the address of the page it stands on. */
  action: string;
  paths: PlainFormPaths;
  messages: { success: string; failure: string; invalid: string };
};

/** What stands in the prerendered page of a refused form for a field's value, its error and whether it has one; the server replaces it. */
export function plainFormMarks(field: string): { value: string; error: string; invalid: string } {
  return { value: `__VALUE_${field}__`, error: `__ERROR_${field}__`, invalid: `__INVALID_${field}__` };
}

/** The name of an attribute of one choice of a field, or of its box, in that page: the server makes `selected` or `checked` of it, or nothing. */
export function choiceMark(field: string, index = 0): string {
  return `data-choice-${field.toLowerCase()}-${index}-`;
}

/** Stands for where such a page sends its form. */
export const PLAIN_FORM_ACTION = '/__FORM_ACTION__';

export const PLAIN_FORM_ALERT = '__FORM_ALERT__';

/** The words of a page that serves several callers. */
export const PLAIN_FORM_WORDS: FormWords = { title: '__FORM_TITLE__', intro: '__FORM_INTRO__', submit: '__FORM_SUBMIT__' };

const PHONE_HINT = 'With the code of its country, as in +39\u00A002\u00A01234567.';

/**
 * A form for a page that can hide no field and knows no countries: every field is there.
 * @param when words for the fields that are asked of some visitors only, by name
 */
export function withEveryField<F extends Form>(form: F, when: Readonly<Record<string, string>> = {}): F {
  const catalogue: Record<string, Field> = { ...form.catalogue };
  const fields = form.fields.map((use): Use => {
    const field = catalogue[use.field]!;
    const asked = use.shown === undefined && typeof use.required === 'boolean' ? undefined : when[use.field];
    const hint = asked ?? (field.kind === 'tel' ? PHONE_HINT : field.hint);
    if (hint !== undefined) catalogue[use.field] = { ...field, hint };
    const { shown, ...rest } = use;
    return { ...rest, required: shown === undefined && use.required === true };
  });
  return { ...form, fields, catalogue };
}
