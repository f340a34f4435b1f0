import * as v from 'valibot';
import { isOnlyDialCode } from '../countries.ts';
import { limits } from '../limits.ts';
import { internationalPhone } from '../phone-number.ts';
import { EMAIL } from './email.ts';
import type { Field } from './form.ts';

type Rule = v.GenericSchema<string, string>;

// The joiners of some scripts and Word's hyphens (U+2010, U+2011) count with the letter that follows, and are taken only between letters.
const WORDS =
  /^(?=.*\p{L})(?!.*[ '’-][\u200d\u200c\u2010\u2011])[\p{L}\p{M}'’-](?:[\p{L}\p{M}'’-]|[\u200d\u200c\u2010\u2011]\p{L}){1,30}(?: [\p{L}\p{M}'’-](?:[\p{L}\p{M}'’-]|[\u200d\u200c\u2010\u2011]\p{L}){1,30})*$/u;

/** Words of 2 to 31 letters, apostrophes or hyphens, with one space between them. */
export function words(message: string): Rule {
  return v.pipe(v.string(), v.maxLength(limits.line, message), v.regex(WORDS, message));
}

export const WORDS_MEND =
  'Letters, apostrophes and hyphens only, at least two in each word. Leave out dots, and initials that stand alone.';

export function emailAddress(message: string): Rule {
  return v.pipe(v.string(), v.maxLength(limits.email, message), v.regex(EMAIL, message));
}

/** A field for a name, by its label and what browsers fill in. */
export function nameField(name: string, label: string, autocomplete: string, message: string): Field {
  return { name, label, kind: 'text', autocomplete, missing: message, mend: WORDS_MEND, schema: words(message) };
}

export function emailField(missing: string, mend = 'Write it as name@example.com.'): Field {
  return { name: 'email', label: 'Email', kind: 'email', autocomplete: 'email', missing, mend, schema: emailAddress(missing) };
}

/** A field for a telephone number. @param dropped the signs that are left out of what is stored */
export function phoneField({
  missing,
  mend,
  pattern,
  dropped,
}: {
  missing: string;
  mend: string;
  pattern: RegExp;
  dropped?: RegExp;
}): Field {
  return {
    name: 'phone',
    label: 'Phone',
    kind: 'tel',
    autocomplete: 'tel',
    missing,
    mend,
    isEmpty: isOnlyDialCode,
    normalise: internationalPhone,
    ...(dropped && { dropped }),
    schema: v.pipe(v.string(), v.maxLength(limits.phone, missing), v.regex(pattern, missing)),
  };
}

export function sized(min: number, max: number, message: string): Rule {
  return v.pipe(v.string(), v.minLength(min, message), v.maxLength(max, message));
}

/** The message for a text of the wrong length, with the numbers of the rule. */
export function sizeMessage(min: number, max: number): string {
  return `Min ${min} chars, max ${max}`;
}

export function byName<F extends { name: string }>(fields: readonly F[]): Record<string, F> {
  return Object.fromEntries(fields.map((field) => [field.name, field]));
}
