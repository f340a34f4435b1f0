import type { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { CallInput } from '../../../contract/calls/desk/call.ts';
import { applicationSorts, applicationViews, scanStates } from '../../../contract/desk/application-facts.ts';
import { anyText, filterAddress, filterFrom } from '../../router/address-filter.ts';
import { choiceLists } from '../work/field-words.ts';

export type ApplicationsFilter = Omit<CallInput<typeof applicationWork.list>, 'cursor' | 'limit'>;

/** What the address may contain. The search text is not included: names and mail addresses must not get into the browser's history. */
const allowed = {
  view: [...applicationViews, 'all'],
  ...choiceLists('application'),
  sort: applicationSorts,
  scan: scanStates,
  position: anyText,
  owner: anyText,
  rating: /^[1-5]$/,
  sample: ['true', 'false'],
};

/** @param search the query string of an address. The default is open applications: decided ones need no work */
export function applicationsFilterFrom(search: string): ApplicationsFilter {
  const { view, rating, sample, ...filter } = filterFrom(search, allowed);
  const shown = view ?? (filter.stage === undefined ? 'open' : 'all');
  return {
    ...filter,
    ...(shown !== 'all' && { view: shown }),
    ...(rating !== undefined && { rating: Number(rating) }),
    ...(sample !== undefined && { sample: sample === 'true' }),
  } as ApplicationsFilter;
}

/** The address of the list with this filter. */
export function applicationsAddress(filter: ApplicationsFilter): string {
  const { search: _, view = filter.stage === undefined ? 'all' : undefined, ...rest } = filter;
  return filterAddress('/applications', { ...rest, view: view === 'open' ? undefined : view });
}
