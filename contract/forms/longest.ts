import type * as v from 'valibot';

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
