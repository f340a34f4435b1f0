import * as v from 'valibot';
import { observations } from '../kernel/observations.ts';

/**
 * Parses a JSON column by its schema.
 * @returns undefined if it cannot be read; this is reported with the row's name, so that other rows are still shown
 */
export function readJsonColumn<const Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
  row: string,
): v.InferOutput<Schema> | undefined {
  const read = v.safeParse(schema, jsonIn(text));
  if (read.success) return read.output;
  observations.unreadable.tell(row);
  return undefined;
}

/** Parses a JSON column that its row cannot do without. @throws SyntaxError that quotes nothing of the content */
export function jsonColumn<const Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> {
  const read = v.safeParse(schema, jsonIn(text));
  if (!read.success) throw new SyntaxError(`a column is not what is stored there: ${v.getDotPath(read.issues[0]) ?? 'all of it'}`);
  return read.output;
}

/** The object in a JSON column; an empty object if there is none, so that one bad row does not fail a list. */
export function jsonObject(text: string | null): Record<string, unknown> {
  const value = jsonIn(text ?? '');
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The strings of a list in a JSON column; empty if it holds no list. */
export function jsonTexts(text: string | null): string[] {
  const value = jsonIn(text ?? '');
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The value of a JSON column, or its text if that is not JSON: for exports of everything stored. */
export function jsonOrText(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

/** Parses JSON. @returns undefined if the text is not JSON */
export function jsonIn(text: string): unknown {
  // A column that is empty is the usual case, and an exception takes longer than all else about a job.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All texts in a JSON document; the text itself if it is none. */
export function textsIn(json: string): string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(jsonOrText(json));
  return texts;
}
