import { useLayoutEffect } from 'react';
import {
  hashKey,
  MutationCache,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { me } from '../../contract/calls/desk/account-calls.ts';
import type { Call, CallFiles, CallInput, CallOutput } from '../../contract/calls/desk/call.ts';
import { present } from '../../contract/checked.ts';
import { goToSignIn } from '../account/return-place.ts';
import { sessionState } from '../account/session-state.ts';
import { isAttended } from './attendance.ts';
import { CallFault, callServer, callWithFiles } from './call-server.ts';

/** Milliseconds within which what was fetched counts as new: a prefetched view is not asked for again as it opens. */
const FRESH = 15_000;

/** Between two tries while nobody answers; in milliseconds. */
const PAUSES = [1000, 2000, 4000, 8000];

/** What the server last said, by call and input. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: tellFault }),
  mutationCache: new MutationCache({ onError: tellFault }),
  defaultOptions: {
    queries: {
      // The browser's opinion of the network is not asked: the desk may be on this machine.
      networkMode: 'always',
      staleTime: FRESH,
      retry: (_, fault) => fault instanceof CallFault && fault.kind === 'offline',
      retryDelay: (count) => PAUSES[count] ?? present(PAUSES.at(-1)),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

export function queryOf<C extends Call>(call: C, input: CallInput<C>) {
  return {
    queryKey: [call.name, input] as const,
    queryFn: ({ signal, queryKey }: { signal: AbortSignal; queryKey: readonly unknown[] }): Promise<CallOutput<C>> =>
      callServer(call, input, { signal, isRefresh: isRefresh(queryKey) }),
  };
}

/** Queries that somebody came to look at, and that were not asked since. */
const opened = new Set<string>();

/** Has the next time that a query is asked count as somebody's, who has just come to look at it. */
export function useOpened(queryKey: readonly unknown[]): void {
  const hash = hashKey(queryKey);
  // Before the query itself is asked.
  useLayoutEffect(() => {
    if (isAttended()) opened.add(hash);
    return () => void opened.delete(hash);
  }, [hash]);
}

/** Whether a query is asked again though nobody came to look: by a change that was told, by the clock, or as the window has the focus. */
export function isRefresh(queryKey: readonly unknown[]): boolean {
  const wasOpened = opened.delete(hashKey(queryKey));
  const state = queries.getQueryState(queryKey);
  const wasAsked = state !== undefined && state.dataUpdateCount + state.errorUpdateCount > 0;
  const goesOn = state?.fetchMeta?.fetchMore !== undefined;
  return !wasOpened && (!isAttended() || (wasAsked && !goesOn));
}

/**
 * @param old whether what was shown stays until the answer to another input is there
 * @param every milliseconds after which it is asked for anew, while somebody looks
 */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  { old = false, every }: { old?: boolean; every?: number } = {},
): UseQueryResult<CallOutput<C>, CallFault> {
  const { queryKey, queryFn } = queryOf(call, input);
  useOpened(queryKey);
  return useQuery<CallOutput<C>, CallFault>({
    queryKey,
    queryFn,
    ...(old && { placeholderData: (shown) => shown }),
    ...(every !== undefined && { refetchInterval: every }),
  });
}

/** At the first sign that somebody is about to look. */
export function prefetch<C extends Call>(call: C, input: CallInput<C>): void {
  void queries.prefetchQuery(queryOf(call, input));
}

/** Whatever was fetched by these calls is asked for anew where it shows. */
export function refresh(...calls: readonly Call[]): Promise<void> {
  const names = calls.map(({ name }) => name);
  return queries.invalidateQueries({ predicate: ({ queryKey }) => names.includes(String(queryKey[0])) });
}

/** A change: `changes` are the calls whose answers it makes old. */
export function useChange<C extends Call>(
  call: C,
  { changes = [], onDone }: { changes?: readonly Call[]; onDone?: (output: CallOutput<C>, input: CallInput<C>) => void } = {},
): UseMutationResult<CallOutput<C>, CallFault, CallInput<C>> {
  return useMutation<CallOutput<C>, CallFault, CallInput<C>>({
    mutationKey: [call.name],
    mutationFn: (input) => callServer(call, input),
    onSuccess: async (output, input) => {
      await refresh(...changes);
      onDone?.(output, input);
    },
  });
}

/** A change that files belong to. */
export function useFileChange<C extends Call>(
  call: C,
  { changes = [], onDone }: { changes?: readonly Call[]; onDone?: (output: CallOutput<C>, input: CallInput<C>) => void } = {},
): UseMutationResult<CallOutput<C>, CallFault, { input: CallInput<C>; files: CallFiles<C, File> }> {
  return useMutation<CallOutput<C>, CallFault, { input: CallInput<C>; files: CallFiles<C, File> }>({
    mutationKey: [call.name],
    mutationFn: ({ input, files }) => callWithFiles(call, input, files),
    onSuccess: async (output, { input }) => {
      await refresh(...changes);
      onDone?.(output, input);
    },
  });
}

/** Who is signed out hears of it wherever that shows first. */
export function tellFault(fault: unknown): void {
  if (!(fault instanceof CallFault)) return;
  // Before the first sign-in nothing has ended.
  if (fault.kind === 'signed out' && queries.getQueryData(queryOf(me, {}).queryKey) !== undefined) sessionState.set('ended');
  if (fault.kind === 'sign in again') sessionState.set('again');
  if (fault.kind === 'passkey needed') goToSignIn('/account');
}
