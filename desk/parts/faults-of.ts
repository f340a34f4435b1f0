import * as v from 'valibot';

type Faults = Readonly<Record<string, string>>;

/** The first error of each field that a call's schema finds in an input. */
export function faultsOf(schema: v.GenericSchema, input: unknown): Faults {
  const parsed = v.safeParse(schema, input);
  const faults: Record<string, string> = {};
  for (const issue of parsed.issues ?? []) faults[v.getDotPath(issue)?.split('.')[0] ?? ''] ??= issue.message;
  return faults;
}

/** The server's errors for fields that were not changed since sending: an edited field loses its error. */
export function sentFaults<Input extends object>(fields: Faults | undefined, sent: Input | undefined, now: Input): Faults {
  if (fields === undefined || sent === undefined) return {};
  // Compared as JSON, because lists are new objects each time.
  const written = (value: unknown) => JSON.stringify(value);
  const same = ([name]: readonly [string, string]) => written(sent[name as keyof Input]) === written(now[name as keyof Input]);
  return Object.fromEntries(Object.entries(fields).filter(same));
}
