import * as v from 'valibot';
import { longestOf } from './longest.ts';

/** What a visitor answered: field name → text. Absent and empty are the same. */
export type Answers = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Record<string, string>>;

export type FormType = 'bookademo' | 'insights_cu' | 'generic' | 'portfolios_cu' | 'default';

export type Field = {
  name: string;
  label: string;
  /** A checkbox answers 'true' or 'false', a hidden field what the page put there. */
  kind: 'text' | 'email' | 'password' | 'tel' | 'select' | 'textarea' | 'checkbox' | 'hidden';
  /** One filled value: its pattern, its bounds, its messages. */
  schema: v.GenericSchema<string, string>;
  missing: string;
  /** Shown beneath a message that does not say by itself how to mend the answer. */
  mend?: string;
  autocomplete?: string;
  options?: ReadonlyArray<{ value: string; label: string }>;
  placeholder?: string;
  hint?: string;
  /** How a value is written that people write in several ways. Idempotent; what it does not know it leaves as it is. */
  normalise?: (value: string) => string;
  /** Characters that people write and the rule does not know: they go before it is asked. */
  dropped?: RegExp;
  /** Whether a filled value counts as empty all the same. */
  isEmpty?: (value: string) => boolean;
  /** Travels inside another field's wire value, as 'Other: what was typed'. */
  within?: { field: string; value: string };
  consent?: Consent;
};

export type FileFault = 'missing' | 'empty' | 'type' | 'size' | 'protected';

/** The file that is sent with a form. It is judged by its content, never by its name, and never held in memory. */
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
  /** @param size of the whole file, where only its beginning was read */
  fault: (size?: number) => FileFault | undefined;
};

/** Whether a field is shown, and whether it blocks a submission. A function decides by the other answers. */
export type Use = {
  field: string;
  required: boolean | ((answers: Answers) => boolean);
  shown?: (answers: Answers) => boolean;
  unchecked?: boolean;
  /** Taken where it is sent, also where it is not shown. */
  kept?: boolean;
};

export type Consent = { purpose: string; text: string; version: string };

/** What is confirmed by a mail of its own: to confirm a request is no word about it. */
export const NEWSLETTER = 'newsletter';

/** What somebody who unsubscribes wants no more of. */
export const MARKETING_PURPOSES: readonly string[] = ['marketing', NEWSLETTER];

export type FormDeclaration = {
  type: string;
  version: number;
  /** In the order of the page. A field that is not named here is hidden. */
  fields: readonly Use[];
  consent: Consent;
  /** How its answers are sent; those of a form with a file can only be multipart. */
  encoding: 'json' | 'multipart';
  file?: FileField;
};

export type FormWords = { title: string; intro: string; submit: string };

export type Validation = { ok: true; answers: Answers } | { ok: false; errors: FieldErrors };

/**
 * Validates answers by a form's rules, for browser and server alike. Hidden and unknown fields are left out, values come back cleaned,
 * empty ones not at all. Never throws, whatever the input.
 */
export function validate(form: FieldDeclarations, input: unknown): Validation {
  const given = record(input);
  const raw = cleanAll(form, given);
  const answers: Record<string, string> = {};
  const errors: Record<string, string> = {};
  for (const { use, field } of takenFields(form, raw)) {
    const refusal = rawRefusal(use, field, own(given, field.name));
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

/** Answers as they travel: a field that lives within another is joined to it ('Other: Quant'). */
export function toWire(form: FieldDeclarations, answers: Answers): Record<string, string> {
  const wire: Record<string, string> = { ...answers };
  for (const field of Object.values(form.catalogue)) {
    if (field.within === undefined) continue;
    const own = wire[field.name];
    delete wire[field.name];
    if (own !== undefined && wire[field.within.field] === field.within.value) {
      wire[field.within.field] = `${field.within.value}: ${own}`;
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

/** The object schema of what a form sends: every field that may be shown, those required in every case required. */
export function wireSchema(form: Form): v.GenericSchema {
  const entries: Record<string, v.GenericSchema> = {};
  for (const use of form.fields) {
    const field = form.catalogue[use.field]!;
    if (field.within !== undefined) continue;
    const always = use.required === true && use.shown === undefined;
    const schema = use.unchecked ? v.string() : wireField(form, field);
    entries[use.field] = always ? schema : v.optional(schema);
  }
  return v.object(entries);
}

const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
// Control and direction characters have no place in an answer: they break mails, logs and columns, and hide text.
// Half a pair is no letter. String.prototype.toWellFormed is not in every browser that takes our scripts.
const HALVES = /\p{Cs}/gu;
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

// Composing sorts a run of marks in quadratic time. Unicode's stream-safe text (UAX #15) has 30 in a row; no language needs ten.
const MOST_MARKS = 30;
const MARKS = /\p{M}+/gu;

/**
 * One text as it is stored: well-formed, composed, without control characters, at most 30 combining marks in a row (what follows them is
 * cut), trimmed. Unless `multiline`, on one line and with single spaces. Idempotent, and in time linear in the text.
 */
export function cleanText(text: string, multiline = false): string {
  // Composed last: what stood between a letter and its accent may just have gone. A mark may become two by it.
  const lines = text
    .replace(HALVES, '\uFFFD')
    .replace(LINE_END, '\n')
    .replace(INVISIBLE, '')
    .replace(MARKS, cutMarks)
    .normalize('NFC')
    .replace(MARKS, cutMarks);
  return (multiline ? lines : lines.replace(/\s+/g, ' ')).trim();
}

function cutMarks(run: string): string {
  return run.length <= MOST_MARKS ? run : Array.from(run).slice(0, MOST_MARKS).join('');
}

/** The first message a schema has for a value; `undefined` where it fits. */
export function firstIssue(schema: v.GenericSchema<string, string>, value: string): string | undefined {
  const result = v.safeParse(schema, value, { abortEarly: true });
  return result.success ? undefined : result.issues[0].message;
}

function takenFields(form: FieldDeclarations, answers: Answers): Array<{ use: Use; field: Field }> {
  return form.fields.filter((use) => use.kept || isShown(use, answers)).map((use) => ({ use, field: form.catalogue[use.field]! }));
}

function isShown({ shown }: Use, answers: Answers): boolean {
  return shown === undefined || shown(answers);
}

function cleanAll(form: FieldDeclarations, input: Readonly<Record<string, unknown>>): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const use of form.fields) {
    const name = use.field;
    const field = form.catalogue[name]!;
    const { kind } = field;
    const value = own(input, name);
    if (rawRefusal(use, field, value) !== undefined) continue;
    if (kind === 'checkbox') clean[name] = ticked(value);
    else if (typeof value === 'string') clean[name] = cleanValue(field, value);
  }
  return clean;
}

function cleanValue({ kind, normalise = asItIs, dropped }: Field, value: string): string {
  const multiline = kind === 'textarea';
  const text = normalise(cleanText(value, multiline));
  // Cleaned again: what was dropped may have kept two spaces apart.
  return dropped ? cleanText(text.replaceAll(dropped, ''), multiline) : text;
}

function asItIs(text: string): string {
  return text;
}

/** A checkbox as pages and programs send it; what is none of that is left for the field's schema to refuse. */
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

/** The message for a text that is too long before any work is done on it. Cleaning may shorten a text: composed, or without its ends. */
function rawRefusal(use: Use, field: Field, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const max = use.unchecked ? UNCHECKED_MAX : longestOf(field.schema);
  if (value.length <= 4 * max + 100) return undefined;
  const tooLong = 'x'.repeat(max + 1);
  return (use.unchecked ? overlong(tooLong) : firstIssue(field.schema, tooLong)) ?? field.missing;
}

function own(input: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(input, name) ? input[name] : undefined;
}

function overlong(value: string): string | undefined {
  return value.length > UNCHECKED_MAX ? `At most ${UNCHECKED_MAX} characters` : undefined;
}

/** A select whose last option takes a text of its own is a plain string on the wire. */
function wireField(form: Form, field: Field): v.GenericSchema {
  const inner = Object.values(form.catalogue).find((other) => other.within?.field === field.name);
  if (inner?.within === undefined) return field.schema;
  const values = (field.options ?? []).map((option) => option.value);
  const { value } = inner.within;
  return v.union([v.picklist(values), v.pipe(v.string(), v.regex(new RegExp(`^${value}: .+`)))]);
}
