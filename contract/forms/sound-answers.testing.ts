import { cleanText } from '../clean-text.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { elementAt } from '../checked.ts';
import { isRequired, shownFields, type Field, type Form } from './form.ts';

/** Answers that a form accepts: the given ones, and a valid value for every other field that is then required. */
export function soundAnswers<Given extends Record<string, string>>(form: Form, given: Given): Given & Record<string, string> {
  const missing = shownFields(form, given).filter(({ use, field }) => isRequired(use, given) && given[field.name] === undefined);
  return { ...given, ...Object.fromEntries(missing.map(({ field }) => [field.name, soundValue(field)])) };
}

/** By the field's schema. Making values from a pattern takes milliseconds. */
const known = new WeakMap<Field['schema'], string>();

/** Always the same one for a field. */
export function soundValue(field: Field): string {
  if (field.kind === 'email') return 'ada@example.com';
  if (field.kind === 'tel') return '+39 02 1234567';
  const values = valuesOf(field);
  if (values === undefined) return 'Ada';
  if (field.kind === 'checkbox' || field.options !== undefined) return sample(values);
  const value = known.get(field.schema) ?? sample(values);
  known.set(field.schema, value);
  return value;
}

function sample(values: fc.Arbitrary<string>): string {
  return elementAt(fc.sample(values, { numRuns: 1, seed: 1 }), 0);
}

/** Valid values of a select, a checkbox or a pattern; undefined if any text of the right length is valid. */
export function valuesOf({ kind, options, schema }: Field): fc.Arbitrary<string> | undefined {
  if (kind === 'checkbox') return fc.constant('true');
  if (options !== undefined) return fc.constantFrom(...options.map(({ value }) => value));
  const pattern = patternOf(schema);
  return pattern && fc.stringMatching(withoutLookahead(pattern)).filter((text) => cleanText(text) === text && v.is(schema, text));
}

/** What a look-ahead leaves out, the schema does too. fast-check makes no values from one. */
export function withoutLookahead({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replaceAll(/\(\?[=!][^()]*\)/g, ''), flags);
}

type Step = { type: string; requirement?: unknown; pipe?: readonly Step[] };

function patternOf({ pipe = [] }: Step): RegExp | undefined {
  for (const step of pipe) {
    if (step.type === 'regex') return step.requirement as RegExp;
    const inner = step === pipe[0] ? undefined : patternOf(step);
    if (inner) return inner;
  }
  return undefined;
}
