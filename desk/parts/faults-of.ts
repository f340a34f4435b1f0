import { useState } from 'react';
import * as v from 'valibot';
import type { CallFault } from '../data/call-server.ts';

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

type Sent<Input> = Readonly<{ error: CallFault | null; variables: Input | undefined }>;

/**
 * The faults of a form: what the schema of its call finds, from the first try to send it on, and what the server found, until the field is changed.
 * `check` says whether it may be sent; if not, the first wrong field gets the focus.
 * @param lacking faults that the schema does not know
 */
export function useFaults<Input extends object>(
  schema: v.GenericSchema,
  input: Input,
  { error, variables }: Sent<Input>,
  lacking?: Faults,
) {
  const [tried, setTried] = useState(false);
  const wrong = { ...lacking, ...faultsOf(schema, input) };
  const faults = { ...sentFaults(error?.fields, variables, input), ...(tried ? wrong : {}) };
  return {
    faults,
    /** An error that belongs to no field. */
    fault: Object.keys(faults).length > 0 ? null : error,
    check: (form?: HTMLFormElement) => {
      const [first] = Object.keys(wrong);
      setTried(first !== undefined);
      if (first !== undefined) form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return first === undefined;
    },
  };
}

/** Binds text fields to the values of a form, by their names. */
export function fieldBinder<Values extends object>(values: Values, set: (change: Partial<Values>) => void, faults: Faults = {}) {
  return (name: keyof Values & string) => ({
    name,
    value: String(values[name]),
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value } as Partial<Values>),
    fault: faults[name],
  });
}
