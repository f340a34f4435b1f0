import type { Questions } from '../content-fields.ts';
import type { Consent, Field, Form } from './form.ts';

/** What a form says of one of its fields. An empty hint is none. */
export type FieldWords = Partial<Pick<Field, 'mend' | 'placeholder'>> & {
  label: string;
  hint: string;
  options?: readonly string[] | undefined;
};

/**
 * Words of a form that staff may change, and by type of form how it asks the questions that staff decide on. Names, values and rules are code, and so
 * are the messages of rules.
 */
export type FormTexts = { fields: Readonly<Record<string, FieldWords>>; consent: string; questions?: Readonly<Record<string, Questions>> };

/** The words of a declared form, as they ship. */
export function formTextsOf({ catalogue, file, consent }: Form): FormTexts {
  const fields: Record<string, FieldWords> = {};
  for (const { name, kind, label, hint = '', mend, placeholder, options } of Object.values(catalogue))
    if (kind !== 'hidden') fields[name] = { label, hint, mend, placeholder, options: options?.map((option) => option.label) };
  if (file) fields[file.name] = { label: file.label, hint: file.hint };
  return { fields, consent: consent.text };
}

/** A form in other words, with the questions that staff ask. @param version of the words; part of the version of a consent whose words changed */
export function inTexts<F extends Form>(form: F, { fields, consent: text, questions }: FormTexts, version = 0): F {
  const worded = (field: Field): Field => {
    const { options, ...words } = fields[field.name] ?? field;
    return {
      ...field,
      ...words,
      hint: words.hint || undefined,
      options: field.options?.map((option, at) => ({ ...option, ...(typeof options?.[at] === 'string' && { label: options[at] }) })),
      // Whoever ticks a box agrees to its label.
      consent: field.consent && consentIn(field.consent, words.label, version),
    };
  };
  const { catalogue, consent, file } = form;
  return {
    ...form,
    fields: form.fieldsFor?.(questions?.[form.type]) ?? form.fields,
    catalogue: Object.fromEntries(Object.entries(catalogue).map(([name, field]) => [name, worded(field)])),
    consent: consentIn(consent, text, version),
    ...(file && { file: { ...file, ...fields[file.name] } }),
  };
}

function consentIn(consent: Consent, text: string, version: number): Consent {
  return text === consent.text ? consent : { ...consent, text, version: `${consent.version}, words ${version}` };
}
