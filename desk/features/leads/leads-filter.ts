import type { leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import type { CallInput } from '../../../contract/calls/desk/call.ts';
import { leadOrigins, type LeadOrigin } from '../../../contract/desk/lead-origins.ts';
import { leadSorts, leadViews, reachedSteps } from '../../../contract/desk/lead-facts.ts';
import type { FieldOf, FieldValue } from '../../../contract/desk/staff-fields.ts';
import { anyText, dayText, filterAddress, filterFrom } from '../../router/address-filter.ts';
import { choiceLists } from '../work/field-words.ts';

/** The filter as the view uses it: `from` and `to` are days in the reader's calendar. `owner`: an account, or `nobody`. */
export type LeadsFilter = Partial<
  Record<'form' | 'caller' | 'campaign' | 'country' | 'owner' | 'from' | 'to' | LeadOrigin, string> & {
    view: NonNullable<LeadsInput['view']>;
    sort: NonNullable<LeadsInput['sort']>;
    confirmed: 'yes' | 'no';
    reached: NonNullable<LeadsInput['reached']>;
  } & { [Name in FieldOf<'lead', 'choice'>]: FieldValue<Name> }
>;

/** The filter as the server takes it. */
export type LeadsInput = Omit<CallInput<typeof leadWork.list>, 'cursor' | 'limit'>;

/** What the address may contain. The search text is not included: names and mail addresses must not get into the browser's history. */
const allowed = {
  view: leadViews,
  ...choiceLists('lead'),
  sort: leadSorts,
  confirmed: ['yes', 'no'],
  reached: reachedSteps,
  form: anyText,
  caller: anyText,
  campaign: anyText,
  ...(Object.fromEntries(leadOrigins.map((name) => [name, anyText])) as Record<LeadOrigin, RegExp>),
  country: /^[A-Z]{2}$/,
  owner: anyText,
  from: dayText,
  to: dayText,
};

/** @param search the query string of an address */
export function leadsFilterFrom(search: string): LeadsFilter {
  return filterFrom(search, allowed) as LeadsFilter;
}

/** The address of the list with this filter. */
export function leadsAddress(filter: LeadsFilter): string {
  return filterAddress('/leads', filter);
}

/** Removes every filter but keeps the saved view and the order. */
export function unfiltered({ view, sort }: LeadsFilter): LeadsFilter {
  return { ...(view !== undefined && { view }), ...(sort !== undefined && { sort }) };
}

/** Converts a filter for the server. Days are those of the reader's time zone, from midnight to midnight. */
export function leadsInput({ from, to, confirmed, owner, ...rest }: LeadsFilter, search = ''): LeadsInput {
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
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + later);
  return Number.isNaN(at.getTime()) ? undefined : at.getTime();
}
