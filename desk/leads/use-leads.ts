import { useInfiniteQuery } from '@tanstack/react-query';
import { listLeadsCall } from '../../contract/desk/lead-calls.ts';
import type { CallOutput } from '../../contract/desk/call.ts';
import { callServer, type CallFault } from '../calls/call-server.ts';
import type { LeadsFilter } from './leads-filter.ts';

const PAGE = 50;

type Page = CallOutput<typeof listLeadsCall>;

/** The leads of a filter, a page after the other. While another filter's come, those of the last one stay. */
export function useLeads(filter: LeadsFilter) {
  return useInfiniteQuery<Page, CallFault, { leads: Page['leads'] }, readonly unknown[], string | undefined>({
    queryKey: [listLeadsCall.name, filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      callServer(listLeadsCall, { ...filter, limit: PAGE, ...(cursor !== undefined && { cursor }) }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (previous) => previous,
    select: ({ pages }) => ({ leads: [...new Map(pages.flatMap(({ leads }) => leads.map((lead) => [lead.id, lead] as const))).values()] }),
  });
}
