import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { CallFault } from '../../data/call-server.ts';
import { queries, refresh } from '../../data/queries.ts';
import { offerUndo } from './undo-work.ts';
import type { SentWork, WorkSending } from './work-sending.ts';

/** `name`: shown in messages about the page. */
type WorkedPage<Work> = Work & { id: string; name: string; email: string };

/**
 * Saves changes to a lead or an application. The change is shown at once. If somebody else was faster, their values are shown, and the user's change
 * is kept as a `conflict` until they decide.
 */
export function useWork<Work extends { version: number }, Wish extends { words: string }>(
  page: WorkedPage<Work>,
  calls: WorkSending<Work, Wish>,
) {
  type Page = WorkedPage<Work>;
  const [conflict, setConflict] = useState<{ wish: Wish; now: Work }>();
  const queryKey = [calls.read.name, { id: page.id }];
  const set = (change: Partial<Work>) => queries.setQueryData<Page>(queryKey, (before) => before && { ...before, ...change });
  // The version that the previous change produced: a second change, made before the first is answered, is based on it.
  const made = useRef<{ upon: number; version: number }>(undefined);
  const mutation = useMutation<SentWork<Work>, CallFault, { wish: Wish; version: number }, Page>({
    mutationFn: async ({ wish, version }) => {
      const upon = made.current?.upon === version ? made.current.version : version;
      const sent = await calls.send(page.id, upon, wish);
      if (sent.outcome === 'done') made.current = { upon: version, version: sent.work.version };
      return sent;
    },
    scope: { id: `work on ${page.id}` },
    onMutate: async ({ wish }) => {
      setConflict(undefined);
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Page>(queryKey) ?? page;
      set(calls.hoped(wish));
      return before;
    },
    onSuccess: ({ outcome, work }, { wish }, before) => {
      set(work);
      if (outcome === 'changed since') return setConflict({ wish, now: work });
      const back = calls.wayBack(wish, before);
      if (back !== undefined) offerUndo({ page, done: wish, back, version: work.version }, calls);
    },
    onError: (_, { wish }, before) => {
      if (before === undefined) return;
      const names = Object.keys(calls.hoped(wish)) as (keyof Work)[];
      set(Object.fromEntries(names.map((name) => [name, before[name]])) as unknown as Partial<Work>);
    },
    onSettled: () => refresh(calls.read, ...calls.lists),
  });
  return {
    conflict,
    fault: mutation.error,
    isPending: mutation.isPending,
    /** @param version the version that the user saw when they made the change */
    ask: (wish: Wish, version = page.version) => mutation.mutate({ wish, version }),
    /** Makes the conflicting change after all, based on the version shown now. */
    insist: () => conflict !== undefined && mutation.mutate({ wish: conflict.wish, version: conflict.now.version }),
    yield: () => setConflict(undefined),
  };
}
