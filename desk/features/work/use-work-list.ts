import { useEffect } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Call, CallInput, CallOutput } from '../../../contract/calls/desk/call.ts';
import { callServer, type CallFault } from '../../data/call-server.ts';
import { isRefresh, useOpened } from '../../data/queries.ts';
import { rememberMore } from './list-walk.ts';

const PAGE = 50;

type ListCall = Call & { output: { '~types'?: { output: { next: string | null } } | undefined } };

/**
 * The rows of a list, loaded page by page. After a change of filter the old rows stay until the new ones arrive. The page of a single row can load
 * more, too.
 */
export function useWorkList<C extends ListCall, Row extends { id: string }>(
  call: C,
  asked: Omit<CallInput<C>, 'cursor' | 'limit'>,
  rowsOf: (page: CallOutput<C>) => readonly Row[],
) {
  const queryKey = [call.name, asked];
  useOpened(queryKey);
  const list = useInfiniteQuery<CallOutput<C>, CallFault, { rows: Row[] }, readonly unknown[], string | undefined>({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => {
      const input = { ...asked, limit: PAGE, ...(cursor !== undefined && { cursor }) } as CallInput<C>;
      return callServer(call, input, { signal, isRefresh: isRefresh(queryKey) });
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => (page as { next: string | null }).next ?? undefined,
    placeholderData: (previous) => previous,
    select: ({ pages }) => ({ rows: [...new Map(pages.flatMap((page) => rowsOf(page).map((row) => [row.id, row] as const))).values()] }),
  });
  const { hasNextPage, fetchNextPage } = list;
  useEffect(
    () => rememberMore(hasNextPage ? async () => ((await fetchNextPage()).data?.rows ?? []).map(({ id }) => id) : undefined),
    [hasNextPage, fetchNextPage],
  );
  return list;
}
