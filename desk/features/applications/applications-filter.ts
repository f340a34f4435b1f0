import type { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import { applicationSorts, applicationViews, scanStates } from '../../../contract/desk/application-facts.ts';
import type { CallInput } from '../../../contract/calls/desk/call.ts';
import { choiceLists } from '../work/field-words.ts';

export type ApplicationsFilter = Omit<CallInput<typeof applicationWork.list>, 'cursor' | 'limit'>;

/** What the address may contain. The search text is not included: names and mail addresses must not get into the browser's history. */
const lists = { view: applicationViews, ...choiceLists('application'), sort: applicationSorts, scan: scanStates } as const;

/** @param search the query string of an address; unknown parameters are ignored */
export function applicationsFilterFrom(search: string): ApplicationsFilter {
  const asked = new URLSearchParams(search);
  const filter: Record<string, string | number | boolean> = {};
  for (const [name, allowed] of Object.entries(lists)) {
    const value = asked.get(name);
    if (value !== null && (allowed as readonly string[]).includes(value)) filter[name] = value;
  }
  // The default is open applications: decided ones need no work.
  if (filter['view'] === undefined && filter['stage'] === undefined && asked.get('view') !== 'all') filter['view'] = 'open';
  for (const name of ['position', 'owner']) {
    const value = asked.get(name);
    if (value) filter[name] = value;
  }
  const rating = Number(asked.get('rating'));
  if (Number.isInteger(rating) && rating >= 1 && rating <= 5) filter['rating'] = rating;
  const sample = asked.get('sample');
  if (sample === 'true' || sample === 'false') filter['sample'] = sample === 'true';
  return filter;
}

/** The address of the list with this filter. */
export function applicationsAddress(filter: ApplicationsFilter): string {
  const { view = filter.stage === undefined ? 'all' : undefined, ...rest } = filter;
  const entries = Object.entries({ ...rest, view: view === 'open' ? undefined : view }).filter(
    ([name, value]) => name !== 'search' && value !== null && value !== undefined && value !== '',
  );
  const query = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return query === '' ? '/applications' : `/applications?${query}`;
}
