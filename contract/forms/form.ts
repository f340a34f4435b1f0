import * as v from 'valibot';
import { present } from '../checked.ts';
import { cleanText } from '../clean-text.ts';
import type { Questions } from '../content-fields.ts';

/** A visitor's answers: field name → text. Absent and empty are the same. */
export type Answers = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Record<string, string>>;

export type Field = {
  name: string;
  label: string;
  /** A checkbox has 'true' or 'false', a hidden field the value that the page set. */
  kind: 'text' | 'email' | 'password' | 'tel' | 'select' | 'textarea' | 'checkbox' | 'hidden';
  /** Validates a value that is not empty: pattern, bounds, messages. */
  schema: v.GenericSchema<string, string>;
  missing: string;
  /** Shown below an error message that does not say how to correct the answer. */
  mend?: string | undefined;
  autocomplete?: string;
  options?: ReadonlyArray<{ value: string; label: string }> | undefined;
  placeholder?: string | undefined;
  hint?: string | undefined;
  /** Unifies a value that people write in several ways. Idempotent; an unknown value is returned unchanged. */
  normalise?: (value: string) => string;
  /** Characters that people type and the schema does not allow; they are removed before validation. */
  dropped?: RegExp;
  /** Whether a filled value still counts as empty. */
  isEmpty?: (value: string) => boolean;
  /** Sent inside another field's value, as 'Other: what was typed'. */
  within?: { field: string; value: string };
  consent?: Consent | undefined;
};

export type FileFault = 'missing' | 'empty' | 'type' | 'size' | 'protected';

/** The file that is sent with a form. It is checked by its content, never by its name, and never loaded into memory as a whole. */
export type FileField = {
  name: string;
  label: string;
  hint: string;
  accept: string;
  maxBytes: number;
  messages: Readonly<Record<FileFault, string>>;
  check: () => FileCheck;
};

export type FileCheck = {
  push: (piece: Uint8Array) => void;
  /** @param size bytes of the whole file, if only its beginning was read */
  fault: (size?: number) => FileFault | undefined;
};

/** Whether a field is shown, and whether it is required. A function decides by the other answers. */
export type Use = {
  field: string;
  required: boolean | ((answers: Answers) => boolean);
  shown?: (answers: Answers) => boolean;
  unchecked?: boolean;
  /** Accepted even if the field is not shown. */
  kept?: boolean;
};

export type Consent = { purpose: string; text: string; version: string };

/** Purpose of a consent that a separate mail confirms: confirming a request does not confirm it. */
export const NEWSLETTER = 'newsletter';

/** Purposes that are withdrawn when somebody unsubscribes. */
export const MARKETING_PURPOSES: readonly string[] = ['marketing', NEWSLETTER];

export type FormDeclaration = {
  type: string;
  version: number;
  /** In the order of the page. A field of the catalogue that is not listed is hidden. */
  fields: readonly Use[];
  consent: Consent;
  /** Fields that staff may leave out, show or require, as they ship. */
  questions?: Questions;
  /** The fields as staff ask for them; without `questions`, as they ship. */
  fieldsFor?: (questions: Questions | undefined) => readonly Use[];
  /** How answers are sent. A form with a file has to be multipart. */
  encoding: 'json' | 'multipart';
  file?: FileField;
};

export type FormWords = { title: string; intro: string; submit: string };

export type Validation = { ok: true; answers: Answers } | { ok: false; errors: FieldErrors };

/**
 * Validates answers by a form's rules, in browser and server. Hidden and unknown fields are left out, values are cleaned, empty values left out.
 * Never throws, whatever the input.
 */
export function validate(form: FieldDeclarations, input: unknown): Validation {
  const given = record(input);
  const raw = cleanAll(form, given);
  const answers: Record<string, string> = {};
  const errors: Record<string, string> = {};
  for (const { use, field } of takenFields(form, raw)) {
    const refusal = rawRefusal(use, field, ownValue(given, field.name));
    if (refusal !== undefined) {
      errors[field.name] = refusal;
      continue;
    }
    const value = raw[field.name] ?? '';
    if (isEmpty(field, value)) {
      if (isRequired(use, raw)) errors[field.name] = field.missing;
      else if (isMistyped(given[field.name])) errors[field.name] = field.missing;
      continue;
    }
    const message = use.unchecked ? overlong(value) : firstIssue(field.schema, value);
    if (message === undefined) answers[field.name] = value;
    else errors[field.name] = message;
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, answers };
}

export function shownFields(form: FieldDeclarations, answers: Answers): Array<{ use: Use; field: Field }> {
  return takenFields(form, answers).filter(({ use }) => isShown(use, answers));
}

export function isRequired(use: Use, answers: Answers): boolean {
  return typeof use.required === 'function' ? use.required(answers) : use.required;
}

export type Form = FormDeclaration & FieldDeclarations;

export type FieldDeclarations = Pick<FormDeclaration, 'fields'> & { catalogue: Readonly<Record<string, Field>> };

export function consentsOf(form: Form, answers: Answers): Consent[] {
  const fromBoxes = shownFields(form, answers).flatMap(({ field }) =>
    field.consent && answers[field.name] === 'true' ? [field.consent] : [],
  );
  return [form.consent, ...fromBoxes];
}

/** Answers as they are sent: a field with `within` is joined to that other field ('Other: Quant'). */
export function toWire(form: FieldDeclarations, answers: Answers): Record<string, string> {
  const wire: Record<string, string> = { ...answers };
  for (const field of Object.values(form.catalogue)) {
    if (field.within === undefined) continue;
    const inner = wire[field.name];
    delete wire[field.name];
    if (inner !== undefined && wire[field.within.field] === field.within.value) {
      wire[field.within.field] = `${field.within.value}: ${inner}`;
    }
  }
  return wire;
}

/** The inverse of `toWire`, for a body of any shape. */
export function fromWire(form: Form, body: unknown): Record<string, unknown> {
  const input: Record<string, unknown> = { ...record(body) };
  for (const field of Object.values(form.catalogue)) {
    if (field.within === undefined) continue;
    const { field: outer, value } = field.within;
    const joined = input[outer];
    delete input[field.name];
    if (typeof joined !== 'string' || !joined.startsWith(`${value}:`)) continue;
    input[outer] = value;
    input[field.name] = joined.slice(value.length + 1);
  }
  return input;
}

/** The object schema of what a form sends: all fields that may be shown; fields that are always required are required. */
export function wireSchema(form: Form): v.GenericSchema {
  const entries: Record<string, v.GenericSchema> = {};
  for (const use of form.fields) {
    const field = fieldNamed(form, use.field);
    if (field.within !== undefined) continue;
    const always = use.required === true && use.shown === undefined;
    const schema = use.unchecked ? v.string() : wireField(form, field);
    entries[use.field] = always ? schema : v.optional(schema);
  }
  return v.object(entries);
}

/** The first message of a schema for a value; undefined if the value is valid. */
export function firstIssue(schema: v.GenericSchema<string, string>, value: string): string | undefined {
  const result = v.safeParse(schema, value, { abortEarly: true });
  return result.success ? undefined : result.issues[0].message;
}

function takenFields(form: FieldDeclarations, answers: Answers): Array<{ use: Use; field: Field }> {
  return form.fields.filter((use) => use.kept || isShown(use, answers)).map((use) => ({ use, field: fieldNamed(form, use.field) }));
}

/** @throws TypeError if the form has no such field */
export function fieldNamed({ catalogue }: Pick<FieldDeclarations, 'catalogue'>, name: string): Field {
  return present(catalogue[name]);
}

function isShown({ shown }: Use, answers: Answers): boolean {
  return shown === undefined || shown(answers);
}

function cleanAll(form: FieldDeclarations, input: Readonly<Record<string, unknown>>): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const use of form.fields) {
    const name = use.field;
    const field = fieldNamed(form, name);
    const { kind } = field;
    const value = ownValue(input, name);
    if (rawRefusal(use, field, value) !== undefined) continue;
    if (kind === 'checkbox') clean[name] = ticked(value);
    else if (typeof value === 'string') clean[name] = cleanValue(field, value);
  }
  return clean;
}

function cleanValue({ kind, normalise = asItIs, dropped }: Field, value: string): string {
  const multiline = kind === 'textarea';
  const text = normalise(cleanText(value, multiline));
  // Cleaned again: removing characters may leave two spaces in a row.
  return dropped ? cleanText(text.replaceAll(dropped, ''), multiline) : text;
}

function asItIs(text: string): string {
  return text;
}

/** A checkbox value as pages and programs send it; any other value is left for the field's schema to refuse. */
function ticked(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'false';
  if (typeof value !== 'string') return typeof value === 'boolean' ? String(value) : 'neither';
  const text = cleanText(value).toLowerCase();
  if (text === 'on' || text === '1') return 'true';
  return text === 'off' || text === '0' ? 'false' : text || 'false';
}

function isEmpty(field: Field, value: string): boolean {
  return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(value) || field.isEmpty?.(value) === true;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isMistyped(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'string';
}

const UNCHECKED_MAX = 120;

/** The message for a text that is far too long, before any work is done on it. The bound is generous, because cleaning may shorten a text. */
function rawRefusal(use: Use, field: Field, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const max = use.unchecked ? UNCHECKED_MAX : longestOf(field.schema);
  if (value.length <= 4 * max + 100) return undefined;
  const tooLong = 'x'.repeat(max + 1);
  return (use.unchecked ? overlong(tooLong) : firstIssue(field.schema, tooLong)) ?? field.missing;
}

function ownValue(input: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(input, name) ? input[name] : undefined;
}

function overlong(value: string): string | undefined {
  return value.length > UNCHECKED_MAX ? `At most ${UNCHECKED_MAX} characters` : undefined;
}

/** Schema of a field as it is sent. A select whose last option takes a text is a plain string. */
function wireField(form: Form, field: Field): v.GenericSchema {
  const inner = Object.values(form.catalogue).find((other) => other.within?.field === field.name);
  if (inner?.within === undefined) return field.schema;
  const values = (field.options ?? []).map((option) => option.value);
  const { value } = inner.within;
  return v.union([v.picklist(values), v.pipe(v.string(), v.regex(new RegExp(`^${value}: .+`)))]);
}

/** The length of the longest text that a field's schema can accept: every schema has a `maxLength`, or is a list of options. */
export function longestOf(schema: v.GenericSchema<string, string>): number {
  const longest = boundOf(schema);
  if (longest === undefined) throw new TypeError('the schema of a field needs a maxLength');
  return longest;
}

type Step = { type: string; requirement?: unknown; options?: unknown; pipe?: readonly Step[] };

function boundOf({ type, requirement, options, pipe = [] }: Step): number | undefined {
  if (type === 'picklist') return Math.max(...(options as readonly string[]).map((option) => option.length));
  if (type === 'max_length') return requirement as number;
  // The first step of a schema with a pipe is the schema itself.
  return pipe
    .map((step, index) => (index === 0 && step.pipe === undefined ? undefined : boundOf(step)))
    .find((bound) => bound !== undefined);
}

/** Share of MIN_FILL_MS per answer. It is small because a password manager fills three fields at once, and the button is pressed within a second. */
const SHARE = 0.15;

/**
 * The least time in which a person sends these answers, in milliseconds.
 * @param max the setting MIN_FILL_MS
 */
export function leastFillMs(answers: Answers, max: number): number {
  return Math.min(max, Math.round(Object.keys(answers).length * SHARE * max));
}
