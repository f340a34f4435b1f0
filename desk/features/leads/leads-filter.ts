import type { leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import type { CallInput } from '../../../contract/calls/desk/call.ts';
import { leadSorts, leadViews } from '../../../contract/desk/lead-facts.ts';
import type { FieldOf, FieldValue } from '../../../contract/desk/staff-fields.ts';
import { choiceLists } from '../work/field-words.ts';

/** The filter as the view uses it: `from` and `to` are days in the reader's calendar. `owner`: an account, or `nobody`. */
export type LeadsFilter = Partial<
  Record<'form' | 'caller' | 'campaign' | 'country' | 'owner' | 'from' | 'to', string> & {
    view: NonNullable<AskedLeads['view']>;
    sort: NonNullable<AskedLeads['sort']>;
    confirmed: 'yes' | 'no';
  } & { [Name in FieldOf<'lead', 'choice'>]: FieldValue<Name> }
>;

/** The filter as the server takes it. */
export type AskedLeads = Omit<CallInput<typeof leadWork.list>, 'cursor' | 'limit'>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the address may contain. The search text is not included: names and mail addresses must not get into the browser's history. */
const lists = { view: leadViews, ...choiceLists('lead'), sort: leadSorts, confirmed: ['yes', 'no'] } as const;
const texts = ['form', 'caller', 'campaign', 'country', 'owner', 'from', 'to'] as const;
const shapes: Partial<Record<(typeof texts)[number], RegExp>> = { country: /^[A-Z]{2}$/, from: DAY, to: DAY };

/** @param search the query string of an address; unknown parameters are ignored */
export function filterFrom(search: string): LeadsFilter {
  const asked = new URLSearchParams(search);
  const filter: Record<string, string> = {};
  for (const [name, allowed] of Object.entries(lists)) {
    const value = asked.get(name);
    if (value !== null && (allowed as readonly string[]).includes(value)) filter[name] = value;
  }
  for (const name of texts) {
    const value = asked.get(name);
    if (value && (shapes[name] ?? /./).test(value)) filter[name] = value;
  }
  return filter;
}

/** The address of the list with this filter. */
export function leadsAddress(filter: LeadsFilter): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString();
  return query === '' ? '/leads' : `/leads?${query}`;
}

/** Removes every filter but keeps the saved view and the order. */
export function unfiltered({ view, sort }: LeadsFilter): LeadsFilter {
  return { ...(view !== undefined && { view }), ...(sort !== undefined && { sort }) };
}

/** Converts a filter for the server. Days are those of the reader's time zone, from midnight to midnight. */
export function askedBy({ from, to, confirmed, owner, ...rest }: LeadsFilter, search = ''): AskedLeads {
  const since = from === undefined ? undefined : startOf(from, 0);
  const until = to === undefined ? undefined : startOf(to, 1);
  return {
    ...rest,
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(confirmed !== undefined && { verified: confirmed === 'yes' }),
    ...(owner !== undefined && { owner: owner === NOBODY ? null : owner }),
    ...(search !== '' && { search }),
  };
}

export const NOBODY = 'nobody';

/** @returns milliseconds since the epoch; undefined for an invalid day */
function startOf(day: string, later: number): number | undefined {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const at = new Date(year, month - 1, date + later).getTime();
  return Number.isNaN(at) ? undefined : at;
}
