import type { CallInput, CallOutput } from '../../../contract/calls/desk/call.ts';
import { overviewGroups, overviewLengths, type readOverviewCall } from '../../../contract/calls/desk/overview-calls.ts';

export type OverviewAsked = CallInput<typeof readOverviewCall>;

export type OverviewData = CallOutput<typeof readOverviewCall>;

export const DEFAULT_DAYS = 30;

/** @param search the query string of an address; invalid days, lengths and sources are ignored */
export function askedFrom(search: string): OverviewAsked {
  const query = new URLSearchParams(search);
  const days = overviewLengths.find((one) => String(one) === query.get('days'));
  const by = overviewGroups.find((one) => one === query.get('by'));
  const [from, to] = ['from', 'to'].map((name) => dayFrom(query.get(name)));
  const isPeriod = from !== undefined && to !== undefined && from <= to;
  const only = query.get('only')?.slice(0, 200);
  return {
    ...(isPeriod ? { from, to } : days !== undefined && { days }),
    ...(by !== undefined && { by }),
    ...(only !== undefined && { only }),
  };
}

/** The address of the overview with these choices; defaults are left out. */
export function overviewAddress({ days, from, to, by, only }: OverviewAsked): string {
  const entries = Object.entries({ days: days === DEFAULT_DAYS ? undefined : days, from, to, by: by === 'form' ? undefined : by, only });
  const query = new URLSearchParams(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
  return query.size === 0 ? '/overview' : `/overview?${query.toString()}`;
}

function dayFrom(text: string | null): string | undefined {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : undefined;
}
