import * as v from 'valibot';

type Faults = Readonly<Record<string, string>>;

/** What the schema of a call says of an input, by field: the first of each. */
export function faultsOf(schema: v.GenericSchema, input: unknown): Faults {
  const parsed = v.safeParse(schema, input);
  const faults: Record<string, string> = {};
  for (const issue of parsed.issues ?? []) faults[v.getDotPath(issue)?.split('.')[0] ?? ''] ??= issue.message;
  return faults;
}

/** What the server said, of fields that are as they were sent: whoever mends one has it mended. */
export function sentFaults<Input extends object>(fields: Faults | undefined, sent: Input | undefined, now: Input): Faults {
  if (fields === undefined || sent === undefined) return {};
  // A list is made anew from what was typed each time.
  const written = (value: unknown) => JSON.stringify(value);
  const same = ([name]: readonly [string, string]) => written(sent[name as keyof Input]) === written(now[name as keyof Input]);
  return Object.fromEntries(Object.entries(fields).filter(same));
}
