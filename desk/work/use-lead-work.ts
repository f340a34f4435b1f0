import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { DeskLeadPage, LeadWork } from '../../contract/desk/lead-facts.ts';
import type { LeadState } from '../../contract/desk/lead-states.ts';
import { callServer, type CallFault } from '../calls/call-server.ts';
import { queries, queryOf, refresh } from '../calls/queries.ts';
import { hoped, withWork } from './lead-change.ts';
import type { WorkChanged, WorkSection } from './work-section.ts';

export type WorkWish = { words: string } & ({ owner: string | null } | { state: LeadState; lostReason: string | null });

export type Conflict = { wish: WorkWish; now: LeadWork };

/**
 * Changes state and owner. What was asked for shows at once; where somebody was quicker, what they made of it shows, and what was wanted is kept as a
 * `conflict` until somebody decides.
 */
export function useLeadWork(of: WorkSection, page: DeskLeadPage) {
  const [conflict, setConflict] = useState<Conflict>();
  const { queryKey } = queryOf(of.read, { id: page.id });
  const set = (change: (page: DeskLeadPage) => DeskLeadPage) =>
    queries.setQueryData<DeskLeadPage>(queryKey, (before) => before && change(before));
  const mutation = useMutation<WorkChanged, CallFault, { wish: WorkWish; version?: number }, DeskLeadPage>({
    // What shows as it is sent is what was seen: of two changes in a row the second has the version that the first made.
    mutationFn: ({ wish, version }) =>
      send(of, wish, { id: page.id, version: version ?? queries.getQueryData<DeskLeadPage>(queryKey)?.version ?? page.version }),
    scope: { id: `work on ${page.id}` },
    onMutate: async ({ wish }) => {
      setConflict(undefined);
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<DeskLeadPage>(queryKey) ?? page;
      set((shown) => hoped(shown, 'owner' in wish ? { owner: wish.owner } : { state: wish.state, lostReason: wish.lostReason }));
      return before;
    },
    onSuccess: ({ outcome, work }, { wish }) => {
      set((shown) => withWork(shown, work));
      if (outcome === 'changed since') setConflict({ wish, now: work });
    },
    onError: (_, __, before) => {
      if (before !== undefined) set((shown) => withWork(shown, before));
    },
    onSettled: () => refresh(of.read, ...of.lists),
  });
  return {
    conflict,
    fault: mutation.error,
    isPending: mutation.isPending,
    ask: (wish: WorkWish) => mutation.mutate({ wish }),
    /** With what is there now seen: it is carried out upon that. */
    insist: () => conflict !== undefined && mutation.mutate({ wish: conflict.wish, version: conflict.now.version }),
    yield: () => setConflict(undefined),
  };
}

function send(of: WorkSection, wish: WorkWish, at: { id: string; version: number }): Promise<WorkChanged> {
  if ('owner' in wish) return callServer(of.assign, { ...at, owner: wish.owner });
  return of.setState({ ...at, ...wish });
}
