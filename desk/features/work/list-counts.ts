import { useQueries } from '@tanstack/react-query';
import type { Call, CallInput } from '../../../contract/calls/desk/call.ts';
import { queryOf } from '../../data/queries.ts';

/** Milliseconds between two counts where changes are not told. */
const PAUSE = 20_000;

const number = new Intl.NumberFormat('en-GB');

type Counted = { count: number; more: boolean };

/**
 * How many each saved view has, in words, by its name; `all`: without a view.
 * @param isLive whether the section's changes are told, which then ask for them anew
 */
export function useListCounts<C extends Call>(
  call: C,
  views: readonly string[],
  { asked, isLive }: { asked: Omit<CallInput<C>, 'view'>; isLive: boolean },
): Readonly<Record<string, string | undefined>> {
  const names = ['all', ...views];
  const counts = useQueries({
    queries: names.map((view) => ({
      ...queryOf(call, (view === 'all' ? asked : { ...asked, view }) as CallInput<C>),
      staleTime: PAUSE,
      refetchInterval: isLive ? false : PAUSE,
    })),
  });
  return Object.fromEntries(names.map((view, index) => [view, countWords(counts[index]?.data as Counted | undefined)]));
}

function countWords(counted: Counted | undefined): string | undefined {
  return counted && `${number.format(counted.count)}${counted.more ? '+' : ''}`;
}
