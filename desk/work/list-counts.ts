import { useQueries } from '@tanstack/react-query';
import type { Call, CallInput } from '../../contract/desk/call.ts';
import { queryOf } from '../calls/queries.ts';

/** Milliseconds between two counts: they cost the server more than a page of the list. */
const PAUSE = 20_000;

const number = new Intl.NumberFormat('en-GB');

type Counted = { count: number; more: boolean };

/** How many each saved view has, in words, by its name; `all`: without a view. */
export function useListCounts<C extends Call>(
  call: C,
  views: readonly string[],
  asked: Omit<CallInput<C>, 'view'>,
): Readonly<Record<string, string | undefined>> {
  const names = ['all', ...views];
  const counts = useQueries({
    queries: names.map((view) => ({
      ...queryOf(call, (view === 'all' ? asked : { ...asked, view }) as CallInput<C>),
      staleTime: PAUSE,
      refetchInterval: PAUSE,
    })),
  });
  return Object.fromEntries(names.map((view, index) => [view, countWords(counts[index]?.data as Counted | undefined)]));
}

function countWords(counted: Counted | undefined): string | undefined {
  return counted && `${number.format(counted.count)}${counted.more ? '+' : ''}`;
}
