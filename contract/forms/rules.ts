import * as v from 'valibot';
import { limits } from '../limits.ts';
import { EMAIL } from './email.ts';

type Rule = v.GenericSchema<string, string>;

const WORDS = /^(?=.*\p{L})[\p{L}\p{M}'’-]{2,31}(?: [\p{L}\p{M}'’-]{2,31})*$/u;

/** Words of 2 to 31 letters, apostrophes or hyphens, with one space between them. */
export function words(message: string): Rule {
  return v.pipe(v.string(), v.maxLength(limits.line, message), v.regex(WORDS, message));
}

export const WORDS_MEND =
  'Letters, apostrophes and hyphens only, at least two in each word. Leave out dots, and initials that stand alone.';

export function emailAddress(message: string): Rule {
  return v.pipe(v.string(), v.maxLength(limits.email, message), v.regex(EMAIL, message));
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
