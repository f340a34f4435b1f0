import type * as v from 'valibot';
import type { Call, CallInput } from './call.ts';

/** `path` begins with `/api/` and includes the query of a GET; `body` is JSON. */
export type EncodedCall = { method: Call['method']; path: string; body?: string };

/** Encodes a call's input as an HTTP request. */
export function encodeCall<C extends Call>(call: C, input: CallInput<C>): EncodedCall {
  const fields = new Map(Object.entries((input ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined));
  const path = call.path.replaceAll(PARAMETER, (_, name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    return encodeURIComponent(String(value));
  });
  if (call.method === 'POST') return { method: 'POST', path, body: JSON.stringify(Object.fromEntries(fields)) };
  const query = [...fields].flatMap(([name, value]) => [value].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`));
  return { method: 'GET', path: query.length === 0 ? path : `${path}?${query.join('&')}` };
}

type Received = {
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | readonly string[]>>;
  body: unknown;
};

/** The inverse of `encodeCall`: returns the value that the call's input schema then validates. */
export function decodeInput(call: Call, { parameters, query, body }: Received): unknown {
  if (call.method === 'POST') return isRecord(body) ? { ...body, ...parameters } : body;
  const entries = (call.input as Partial<Wrapped>).entries ?? {};
  const typed = Object.entries(entries).flatMap(([name, schema]) => {
    const texts = Object.hasOwn(query, name) ? [query[name] ?? []].flat() : [];
    return texts.length === 0 ? [] : [[name, typedValue(schema, texts)] as const];
  });
  return { ...Object.fromEntries(typed), ...parameters };
}

export function parametersOf(path: string): string[] {
  return [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
}

const PARAMETER = /:([a-zA-Z]+)/g;

type Wrapped = v.GenericSchema & {
  wrapped?: v.GenericSchema;
  item?: v.GenericSchema;
  entries?: Readonly<Record<string, v.GenericSchema>>;
};

/** Converts texts of a query to the type of the schema; a text that does not fit is returned unchanged, for the schema to refuse. */
function typedValue(schema: Wrapped, texts: readonly string[]): unknown {
  if (schema.wrapped !== undefined) return typedValue(schema.wrapped, texts);
  const { item } = schema;
  if (item !== undefined) return texts.map((text) => typedValue(item, [text]));
  const [text = ''] = texts;
  if (schema.type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
