import { useId, useLayoutEffect, useState } from 'react';
import { hashKey, MutationCache, QueryCache, QueryClient, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { me } from '../../contract/calls/desk/account-calls.ts';
import type { Call, CallFiles, CallInput, CallOutput } from '../../contract/calls/desk/call.ts';
import { present } from '../../contract/checked.ts';
import { goToSignIn } from '../account/return-address.ts';
import { sessionState } from '../account/session-state.ts';
import { isAttended } from './attendance.ts';
import { CallFault, callServer, callWithFiles } from './call-server.ts';

/** Milliseconds for which an answer counts as new: a view that was prefetched does not fetch again when it opens. */
const FRESH = 15_000;

/** Milliseconds between retries while the server cannot be reached. */
const PAUSES = [1000, 2000, 4000, 8000];

/** The cache of answers, by call and input. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: reactToFault }),
  mutationCache: new MutationCache({ onError: reactToFault }),
  defaultOptions: {
    queries: {
      // Ignores navigator.onLine: the server may be on this machine.
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

/** Keys of queries whose view was just opened by a person and that were not fetched since. */
const opened = new Set<string>();

/** Makes the next fetch of a query count as made by a person who opened its view. */
export function useOpened(queryKey: readonly unknown[]): void {
  const hash = hashKey(queryKey);
  // A layout effect, so that it runs before the query fetches.
  useLayoutEffect(() => {
    if (isAttended()) opened.add(hash);
    return () => void opened.delete(hash);
  }, [hash]);
}

/** Whether a fetch is a refresh that nobody asked for: after an announced change, by a timer, or because the window got the focus. */
export function isRefresh(queryKey: readonly unknown[]): boolean {
  const wasOpened = opened.delete(hashKey(queryKey));
  const state = queries.getQueryState(queryKey);
  const wasAsked = state !== undefined && state.dataUpdateCount + state.errorUpdateCount > 0;
  const goesOn = state?.fetchMeta?.fetchMore !== undefined;
  return !wasOpened && (!isAttended() || (wasAsked && !goesOn));
}

/**
 * @param old whether the previous answer stays visible until the answer to a new input arrives
 * @param every milliseconds between two fetches while the page is visible
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

/** Fetches early, when somebody is likely to open a view. */
export function prefetch<C extends Call>(call: C, input: CallInput<C>): void {
  void queries.prefetchQuery(queryOf(call, input));
}

/** Marks all answers of these calls as outdated; those in use are fetched again. */
export function refresh(...calls: readonly Call[]): Promise<void> {
  const names = calls.map(({ name }) => name);
  return queries.invalidateQueries({ predicate: ({ queryKey }) => names.includes(String(queryKey[0])) });
}

type ChangeOptions<C extends Call, Sent> = { changes?: readonly Call[]; onDone?: (output: CallOutput<C>, sent: Sent) => void };

/**
 * Makes a call that changes data. A further change waits for those before it and is then sent, also when its view is closed meanwhile; the same
 * change again, as by a double press, is not. `error` is the first one since everything was answered. `changes`: the calls whose answers become
 * outdated.
 */
export function useChange<C extends Call>(call: C, options: ChangeOptions<C, CallInput<C>> = {}) {
  return useSending<C, CallInput<C>>(call, (input) => callServer(call, input), options);
}

type InputWithFiles<C extends Call> = { input: CallInput<C>; files: CallFiles<C, File> };

/** As useChange, for a call that sends files. */
export function useFileChange<C extends Call>(call: C, options: ChangeOptions<C, InputWithFiles<C>> = {}) {
  return useSending<C, InputWithFiles<C>>(call, ({ input, files }) => callWithFiles(call, input, files), options);
}

function useSending<C extends Call, Sent>(
  { name }: C,
  send: (sent: Sent) => Promise<CallOutput<C>>,
  { changes = [], onDone }: ChangeOptions<C, Sent>,
) {
  const scope = useId();
  // The mutation knows the error of the last change only, and forgets that of one before it when the last is made.
  const [refused, setRefused] = useState<CallFault | null>(null);
  const mutation = useMutation<CallOutput<C>, CallFault, Sent>({
    mutationKey: [name],
    mutationFn: send,
    scope: { id: scope },
    onError: (fault) => setRefused((first) => first ?? fault),
    onSuccess: async (output, sent) => {
      await refresh(...changes);
      onDone?.(output, sent);
    },
  });
  const mutate = (sent: Sent) => {
    const last = queries
      .getMutationCache()
      .findAll({ status: 'pending', predicate: ({ options }) => options.scope?.id === scope })
      .at(-1);
    if (last === undefined) setRefused(null);
    else if (hashKey([last.state.variables]) === hashKey([sent])) return;
    mutation.mutate(sent);
  };
  const reset = () => {
    setRefused(null);
    // What is on its way stays known, so that what follows it waits for it.
    if (!mutation.isPending) mutation.reset();
  };
  return { ...mutation, mutate, reset, error: refused };
}

/** Reacts to a call that failed because of the session: shows the dialog to sign in, or goes to the account page. */
export function reactToFault(fault: unknown): void {
  if (!(fault instanceof CallFault)) return;
  // Before the first sign-in there is no session that could have ended.
  if (fault.kind === 'signed out' && queries.getQueryData(queryOf(me, {}).queryKey) !== undefined) sessionState.set('ended');
  if (fault.kind === 'sign in again') sessionState.set('again');
  if (fault.kind === 'passkey needed') goToSignIn('/account');
}
