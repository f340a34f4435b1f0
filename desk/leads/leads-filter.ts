import type { listLeadsCall } from '../../contract/desk/lead-calls.ts';
import type { CallInput } from '../../contract/desk/call.ts';
import { leadSorts, leadViews } from '../../contract/desk/lead-facts.ts';
import { leadStates } from '../../contract/desk/lead-states.ts';

export type LeadsFilter = Omit<CallInput<typeof listLeadsCall>, 'cursor' | 'limit'>;

/** What an address may name. What somebody searches is none of it: names and addresses belong in no history. */
const lists = { view: leadViews, state: leadStates, sort: leadSorts } as const;
const words = ['form', 'caller', 'campaign', 'country', 'owner'] as const;

/** `search`: of an address. What is no filter there is left out. */
export function filterFrom(search: string): LeadsFilter {
  const asked = new URLSearchParams(search);
  const filter: Record<string, string> = {};
  for (const [name, allowed] of Object.entries(lists)) {
    const value = asked.get(name);
    if (value !== null && (allowed as readonly string[]).includes(value)) filter[name] = value;
  }
  for (const name of words) {
    const value = asked.get(name);
    if (value) filter[name] = value;
  }
  if (filter['country'] !== undefined && !/^[A-Z]{2}$/.test(filter['country'])) delete filter['country'];
  return filter;
}

/** The address of the list with a filter. */
export function leadsAddress(filter: LeadsFilter): string {
  const entries = Object.entries(filter).filter(([name, value]) => name !== 'search' && typeof value === 'string' && value !== '');
  const query = new URLSearchParams(entries as [string, string][]).toString();
  return query === '' ? '/leads' : `/leads?${query}`;
}
