import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { CallFault } from '../../data/call-server.ts';
import { queries, refresh } from '../../data/queries.ts';
import { offerUndo } from './undo-work.ts';
import type { SentWork, WorkSending } from './work-sending.ts';

/** `name`: whose it is, for what is said of it. */
type WorkedPage<Work> = Work & { id: string; name: string; email: string };

/**
 * Changes what staff make of something. What was asked for shows at once; where somebody was quicker, what they made of it shows, and what was
 * wanted is kept as a `conflict` until somebody decides.
 */
export function useWork<Work extends { version: number }, Wish extends { words: string }>(
  page: WorkedPage<Work>,
  calls: WorkSending<Work, Wish>,
) {
  type Page = WorkedPage<Work>;
  const [conflict, setConflict] = useState<{ wish: Wish; now: Work }>();
  const queryKey = [calls.read.name, { id: page.id }];
  const set = (change: Partial<Work>) => queries.setQueryData<Page>(queryKey, (before) => before && { ...before, ...change });
  // Of two changes in a row the second, asked for before the first is answered, has the version that the first makes.
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
    /** @param version the one that was read before the wish was made */
    ask: (wish: Wish, version = page.version) => mutation.mutate({ wish, version }),
    /** With what is there now seen: it is carried out upon that. */
    insist: () => conflict !== undefined && mutation.mutate({ wish: conflict.wish, version: conflict.now.version }),
    yield: () => setConflict(undefined),
  };
}
