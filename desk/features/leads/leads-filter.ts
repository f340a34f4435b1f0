import type { leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import type { CallInput } from '../../../contract/calls/desk/call.ts';
import { leadSorts, leadViews } from '../../../contract/desk/lead-facts.ts';
import type { FieldOf, FieldValue } from '../../../contract/desk/staff-fields.ts';
import { choiceLists } from '../work/field-words.ts';

/** As the view has it: days instead of times, as somebody chose them in their own calendar. `owner`: an account, or `nobody`. */
export type LeadsFilter = Partial<
  Record<'form' | 'caller' | 'campaign' | 'country' | 'owner' | 'from' | 'to', string> & {
    view: NonNullable<AskedLeads['view']>;
    sort: NonNullable<AskedLeads['sort']>;
    confirmed: 'yes' | 'no';
  } & { [Name in FieldOf<'lead', 'choice'>]: FieldValue<Name> }
>;

/** What is asked of the server. */
export type AskedLeads = Omit<CallInput<typeof leadWork.list>, 'cursor' | 'limit'>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What an address may name. What somebody searches is none of it: names and addresses belong in no history. */
const lists = { view: leadViews, ...choiceLists('lead'), sort: leadSorts, confirmed: ['yes', 'no'] } as const;
const texts = ['form', 'caller', 'campaign', 'country', 'owner', 'from', 'to'] as const;
const shapes: Partial<Record<(typeof texts)[number], RegExp>> = { country: /^[A-Z]{2}$/, from: DAY, to: DAY };

/** `search`: of an address. What is no filter there is left out. */
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

/** The address of the list with a filter. */
export function leadsAddress(filter: LeadsFilter): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString();
  return query === '' ? '/leads' : `/leads?${query}`;
}

/** The saved view and the order stay: neither leaves anything out that was chosen by a filter. */
export function unfiltered({ view, sort }: LeadsFilter): LeadsFilter {
  return { ...(view !== undefined && { view }), ...(sort !== undefined && { sort }) };
}

/** What a filter asks of the server; a day is one of whoever looks, from its midnight to the next. */
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

/** In milliseconds since the epoch; undefined for what is no day. */
function startOf(day: string, later: number): number | undefined {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const at = new Date(year, month - 1, date + later).getTime();
  return Number.isNaN(at) ? undefined : at;
}
