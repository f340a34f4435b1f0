import * as v from 'valibot';
import { observations } from '../kernel/observations.ts';

/** What a JSON column has, by its schema. @returns undefined where it cannot be read: that is told by the row's name, and the other rows go on */
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

/** The same for a row that makes no sense without it. @throws an error that tells nothing of what is there */
export function jsonColumn<const Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> {
  const read = v.safeParse(schema, jsonIn(text));
  if (!read.success) throw new SyntaxError(`a column is not what is stored there: ${v.getDotPath(read.issues[0]) ?? 'all of it'}`);
  return read.output;
}

/** The object in a JSON column, or one without anything where the text is none: so that a list shows its other rows whatever one has. */
export function jsonObject(text: string | null): Record<string, unknown> {
  const value = jsonIn(text ?? '');
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The texts of a list in a JSON column, or none where it has no such list. */
export function jsonTexts(text: string | null): string[] {
  const value = jsonIn(text ?? '');
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** What is in a JSON column, or its text where that is none: for whoever gets all that is stored. */
export function jsonOrText(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

/** Undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
