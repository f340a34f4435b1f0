import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema';
import { namedSchemas } from '../../contract/calls/public/public-call-list.ts';

/** What the documents of the public API and of the desk have in common. They are asked for seldom: whoever makes one loads this then. */

export type ObjectSchema = { properties?: Readonly<Record<string, object>>; required?: readonly string[] };

const conversion: ConversionConfig = {
  // The flags of a pattern have no place in JSON Schema; the pattern itself is kept.
  errorMode: 'ignore',
  target: 'draft-2020-12',
  typeMode: 'input',
  definitions: namedSchemas,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Schemas that have a name are referred to by it. */
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

/** Operations by their addresses, as OpenAPI writes these. */
export function pathsOf<C extends Described>(calls: readonly C[], operation: (call: C) => object): Record<string, object> {
  const paths: Record<string, object> = {};
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return paths;
}

/** @param inPath names of those that stand in the path; the others stand in the query */
export function parametersFrom({ properties = {}, required = [] }: ObjectSchema, inPath: readonly string[]): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || required.includes(name),
    schema,
  }));
}
