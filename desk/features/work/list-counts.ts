import { useQueries } from '@tanstack/react-query';
import type { Call, CallInput } from '../../../contract/calls/desk/call.ts';
import { queryOf } from '../../data/queries.ts';

/** Milliseconds between two counts while no change stream is connected. */
const PAUSE = 20_000;

const number = new Intl.NumberFormat('en-GB');

type Counted = { count: number; more: boolean };

/**
 * The count of each saved view as text, by the view's name; `all` for no view.
 * @param isLive whether the change stream is connected: it triggers the counts
 */
export function useListCounts<C extends Call>(
  call: C,
  views: readonly string[],
  { input, isLive }: { input: Omit<CallInput<C>, 'view'>; isLive: boolean },
): Readonly<Record<string, string | undefined>> {
  const names = ['all', ...views];
  const counts = useQueries({
    queries: names.map((view) => ({
      ...queryOf(call, (view === 'all' ? input : { ...input, view }) as CallInput<C>),
      staleTime: PAUSE,
      refetchInterval: isLive ? false : PAUSE,
    })),
  });
  return Object.fromEntries(names.map((view, index) => [view, countWords(counts[index]?.data as Counted | undefined)]));
}

function countWords(counted: Counted | undefined): string | undefined {
  return counted && `${number.format(counted.count)}${counted.more ? '+' : ''}`;
}
