import { contactMessages } from './contact-messages.ts';
import { fieldNamed, type Field, type Form, type FormWords, type Use } from './form.ts';

/** Pages of a form that works without JavaScript: where it is filled in, where it is shown with errors, where it says thank you. */
export type PlainFormPaths = { form: string; refused: string; sent: string };

export type PlainForm = {
  form: Form & FormWords;
  /** Empty: the address of the page that shows the form. */
  action: string;
  paths: PlainFormPaths;
  messages: { success: string; failure: string; invalid: string };
};

/** What all forms say. `asked`: the version in which the words of questions last changed; 0: as they ship. */
export type SaidOfForms = { invalid: string; asked: number };

export type FieldHints = Readonly<Record<string, string>>;

/** Hints that replace the dialog's showing and hiding of fields, in pages without scripts. */
export const shippedWhen = {
  otherRole: 'Only where you chose Other above.',
  netWorth: 'Of independent investors only, who have to choose one.',
  company: 'Required, unless you are an independent investor.',
};

export const shippedSaid: SaidOfForms = { invalid: contactMessages.invalid, asked: 0 };

/** Marks in the prerendered page of a refused form: for a field's value, its error and whether it is invalid. The server replaces them. */
export function plainFormMarks(field: string): { value: string; error: string; invalid: string } {
  return { value: `__VALUE_${field}__`, error: `__ERROR_${field}__`, invalid: `__INVALID_${field}__` };
}

/** Name of an attribute of an option or a checkbox in that page; the server replaces it by `selected` or `checked`, or removes it. */
export function choiceMark(field: string, index = 0): string {
  return `data-choice-${field.toLowerCase()}-${index}-`;
}

/** Placeholder for the address that such a page sends its form to. */
export const PLAIN_FORM_ACTION = '/__FORM_ACTION__';

export const PLAIN_FORM_ALERT = '__FORM_ALERT__';

const PHONE_HINT = 'With the code of its country, as in +39\u00A002\u00A01234567.';

/**
 * A form for a page without scripts, which cannot hide fields and does not know countries: all fields are shown.
 * @param when hints by field name, for fields that only some visitors fill in
 */
export function withEveryField<F extends Form>(form: F, when: FieldHints = {}): F {
  const catalogue: Record<string, Field> = { ...form.catalogue };
  const fields = form.fields.map((use): Use => {
    const field = fieldNamed({ catalogue }, use.field);
    const asked = use.shown === undefined && typeof use.required === 'boolean' ? undefined : when[use.field];
    const hint = asked ?? field.hint ?? (field.kind === 'tel' ? PHONE_HINT : undefined);
    if (hint !== undefined) catalogue[use.field] = { ...field, hint };
    const { shown, ...rest } = use;
    return { ...rest, required: shown === undefined && use.required === true };
  });
  return { ...form, fields, catalogue };
}
