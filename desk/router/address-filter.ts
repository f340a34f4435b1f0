/** What the query of an address may contain, by parameter: one of these values, or a text that matches this pattern. */
export type Allowed<Name extends string> = Readonly<Record<Name, readonly string[] | RegExp>>;

/** Any text that an id or a name may be. */
export const anyText = /^.{1,200}$/;
export const dayText = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a filter from the query of an address; what is not allowed is ignored. */
export function filterFrom<Name extends string>(search: string, allowed: Allowed<Name>): Partial<Record<Name, string>> {
  const query = new URLSearchParams(search);
  const filter: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(allowed) as Name[]) {
    const value = query.get(name);
    const values: readonly string[] | RegExp = allowed[name];
    if (value !== null && ('test' in values ? values.test(value) : values.includes(value))) filter[name] = value;
  }
  return filter;
}

/** The address of a list with a filter. Empty values are left out. */
export function filterAddress(path: string, filter: Readonly<Record<string, string | number | boolean | null | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
