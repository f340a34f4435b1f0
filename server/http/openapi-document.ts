import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema';
import { namedSchemas } from '../../contract/calls/public/public-call-list.ts';

/** Shared by the OpenAPI documents of the public API and of the desk. They are rarely requested, so this is loaded when one is. */

export type ObjectSchema = { properties?: Readonly<Record<string, object>>; required?: readonly string[] };

const conversion: ConversionConfig = {
  // JSON Schema has no pattern flags: they are dropped, the pattern itself is kept.
  errorMode: 'ignore',
  target: 'draft-2020-12',
  typeMode: 'input',
  definitions: namedSchemas,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Converts a schema to JSON Schema. Named schemas become references. */
export function jsonSchema(schema: Parameters<typeof toJsonSchema>[0]): object {
  const { $schema: _, $defs: __, ...rest } = toJsonSchema(schema, conversion);
  return rest;
}

export function namedJsonSchemas(names: readonly (keyof typeof namedSchemas)[]): Record<string, object> {
  const all = toJsonSchemaDefs(namedSchemas, conversion);
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

export function problemResponse(description: string): object {
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

type Described = { method: string; path: string };

/** Groups operations by path, in OpenAPI's notation. */
export function pathsOf<C extends Described>(calls: readonly C[], operation: (call: C) => object): Record<string, object> {
  const paths: Record<string, object> = {};
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return paths;
}

/** @param inPath names of path parameters; all others are query parameters */
export function parametersFrom({ properties = {}, required = [] }: ObjectSchema, inPath: readonly string[]): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || required.includes(name),
    schema,
  }));
}
