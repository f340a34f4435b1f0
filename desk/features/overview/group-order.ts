import type { OverviewData } from './overview-asked.ts';

export type Group = OverviewData['groups'][number];

/** What the rows can be sorted by: the columns, in their order. */
export const groupOrders = [
  { by: 'label', words: 'Came by' },
  { by: 'seen', words: 'Seen' },
  { by: 'opened', words: 'Opened' },
  { by: 'received', words: 'Sent' },
  { by: 'verified', words: 'Confirmed' },
  { by: 'answered', words: 'Answered' },
  { by: 'met', words: 'Met' },
  { by: 'won', words: 'Won' },
] as const;

export type GroupOrder = { by: (typeof groupOrders)[number]['by']; ascending: boolean };

/** Sorts groups. Those with equal numbers keep their order; those without a number come last. */
export function orderGroups(groups: readonly Group[], { by, ascending }: GroupOrder): Group[] {
  const sign = ascending ? 1 : -1;
  if (by === 'label') return groups.toSorted((one, other) => sign * one.label.localeCompare(other.label, 'en'));
  const valueOf = (group: Group) => (by === 'seen' || by === 'opened' ? group[by] : group.now[by]);
  return groups.toSorted((one, other) => {
    const [first, second] = [valueOf(one), valueOf(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second);
  });
}
