import { useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { choiceWords, fieldNames } from '../../../contract/desk/staff-fields.ts';
import { CallFault } from '../../data/call-server.ts';
import { queries, refresh } from '../../data/queries.ts';
import { notify } from '../../parts/notice.ts';
import type { ChangeAnswer, Changing, Section } from './sections.ts';

/** A change to what staff keep of a request, and its description for messages. */
export type Wish<Work> = { words: string; change: Partial<Omit<Work, 'version'>> };

type Of<Work> = Pick<Section, 'read' | 'lists'> & Pick<Changing<Work>, 'canUndo' | 'change'>;
type Named = { id: string; name: string; email: string };
type Page<Work> = Work & Named;

/**
 * Saves changes to a request. A change is shown at once. If somebody else was faster, their values are shown, and the user's change is kept as a
 * `conflict` until they decide.
 */
export function useWork<Work extends { version: number }>(of: Of<Work>, page: Page<NoInfer<Work>>) {
  const [conflict, setConflict] = useState<{ wish: Wish<Work>; now: Work }>();
  const queryKey = [of.read.name, { id: page.id }];
  const show = (change: Partial<Work>) => queries.setQueryData<Page<Work>>(queryKey, (before) => before && { ...before, ...change });
  // The version that the previous change produced: a second change, made before the first is answered, is based on it.
  const made = useRef<{ upon: number; version: number }>(undefined);
  const mutation = useMutation<ChangeAnswer<Work>, CallFault, { wish: Wish<Work>; version: number }, Page<Work>>({
    mutationFn: async ({ wish, version }) => {
      const upon = made.current?.upon === version ? made.current.version : version;
      const changed = await of.change({ id: page.id, version: upon }, wish.change);
      if (changed.outcome === 'done') made.current = { upon: version, version: changed.work.version };
      return changed;
    },
    scope: { id: `work on ${page.id}` },
    onMutate: async ({ wish }) => {
      setConflict(undefined);
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Page<Work>>(queryKey) ?? page;
      show(wish.change as Partial<Work>);
      return before;
    },
    onSuccess: ({ outcome, work }, { wish }, before) => {
      show(work);
      if (outcome === 'changed since') return setConflict({ wish, now: work });
      if (of.canUndo && !('owner' in wish.change)) offerUndo(of, { page, wish, before, version: work.version });
    },
    onError: (_, { wish }, before) => {
      if (before !== undefined) show(valuesOf(before, wish) as Partial<Work>);
    },
    onSettled: () => refresh(of.read, ...of.lists),
  });
  return {
    conflict,
    fault: mutation.error,
    /** @param version the version that the user saw when they made the change */
    ask: (words: string, change: Wish<Work>['change'], version = page.version) => mutation.mutate({ wish: { words, change }, version }),
    /** Makes the conflicting change after all, based on the version shown now. */
    insist: () => conflict !== undefined && mutation.mutate({ wish: conflict.wish, version: conflict.now.version }),
    yield: () => setConflict(undefined),
  };
}

/** `before`: the values to go back to. `version`: the one that the change produced; the undo fails if there is a later one. */
type Done<Work> = { page: Named; wish: Wish<Work>; before: Work; version: number };

/** Shows a notice of a change with an Undo button, which works on any page. */
export function offerUndo<Work>(of: Of<Work>, { page: { id, name, email }, wish, before, version }: Done<Work>): void {
  const who = name || email;
  const back = valuesOf(before, wish);
  const undo = async () => {
    try {
      const { outcome, work } = await of.change({ id, version }, back);
      queries.setQueryData<object>([of.read.name, { id }], (shown) => shown && { ...shown, ...work });
      const field = fieldNames.find((one) => one in back);
      const words = field === undefined ? '' : choiceWords(field, new Map(Object.entries(back)).get(field));
      notify(outcome === 'done' ? `${who}: ${words} again` : `Not undone: ${who} was changed since, by somebody else or by you.`);
      await refresh(of.read, ...of.lists);
    } catch (error) {
      if (!(error instanceof CallFault)) throw error;
      notify(`Not undone: ${error.message}`);
    }
  };
  notify(`${who}: ${wish.words}`, { words: 'Undo', run: () => void undo() });
}

/** The values of the fields that a change has, as they were. */
function valuesOf<Work>(before: Work, { change }: Wish<Work>): Wish<Work>['change'] {
  const names = Object.keys(change) as (keyof typeof change & keyof Work)[];
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Wish<Work>['change'];
}
