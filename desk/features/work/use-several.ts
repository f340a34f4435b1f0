import { useRef } from 'react';
import { severalCalls, type SeveralChange, type SeveralOutcome } from '../../../contract/calls/desk/several-calls.ts';
import { CallFault, callServer } from '../../data/call-server.ts';
import { refresh, useChange } from '../../data/queries.ts';
import { notify } from '../../parts/notice.ts';
import { newKey } from '../../parts/new-key.ts';
import { leftWords, someOf } from './left-words.ts';
import type { Section } from './sections.ts';

type Chosen = { id: string; version: number; name: string; email: string };
export type LeftOut = readonly string[];

type SeveralParts = {
  /** The chosen requests as they were seen. */
  rows: readonly Chosen[];
  nameOf: (account: string | null) => string;
  /** Called after the answer of the server. @param left sentences that say which requests were left out, and why */
  onDone: (left: LeftOut) => void;
};

/** Changes the chosen requests by one call. If its answer is lost, asking for the same change again repeats the call with the same key. */
export function useSeveral(of: Section, { rows, nameOf, onDone }: SeveralParts) {
  const unanswered = useRef<{ asked: string; key: string }>(undefined);
  const told = useRef<{ words: string; rows: readonly Chosen[] }>({ words: '', rows: [] });
  const changing = useChange(severalCalls[of.section].several, {
    changes: [of.read, ...of.lists, ...of.counts],
    onDone: (outcome, { key }) => {
      unanswered.current = undefined;
      const { words, rows: asked } = told.current;
      onDone(leftOf(of, outcome, asked, nameOf));
      if (outcome.done === 0) return notify(`Nothing was changed: see above the list.`);
      notify(`${someOf(of.section, outcome.done)}: ${words}`, { words: 'Undo', run: () => void undo(of, key, nameOf) });
    },
  });
  return {
    busy: changing.isPending,
    fault: changing.error,
    /** @param words what happens to them, such as `given to Ada` */
    ask: (words: string, change: SeveralChange) => {
      const asked = JSON.stringify([change, rows.map(({ id, version }) => [id, version])]);
      if (unanswered.current?.asked !== asked) unanswered.current = { asked, key: newKey() };
      told.current = { words, rows };
      changing.mutate({ key: unanswered.current.key, change, rows: rows.map(({ id, version }) => ({ id, version })) });
    },
  };
}

async function undo(of: Section, key: string, nameOf: SeveralParts['nameOf']): Promise<void> {
  try {
    const outcome = await callServer(severalCalls[of.section].undoSeveral, { key });
    const left = leftOf(of, outcome, [], nameOf);
    const back = outcome.done === 0 ? 'Nothing was undone.' : `${someOf(of.section, outcome.done)}: as before.`;
    notify([back, ...left].join(' '));
    await refresh(of.read, ...of.lists, ...of.counts);
  } catch (error) {
    if (!(error instanceof CallFault)) throw error;
    notify(`Not undone: ${error.message}`, { words: 'Try again', run: () => void undo(of, key, nameOf) });
  }
}

/** A request without a name in the answer, because it was erased, is named as in the list. */
function leftOf(of: Section, { left }: SeveralOutcome, asked: readonly Chosen[], nameOf: SeveralParts['nameOf']): LeftOut {
  const names = new Map(asked.map(({ id, name, email }) => [id, name || email]));
  return leftWords(
    left.map((one) => ({ ...one, name: one.name || (names.get(one.id) ?? '') })),
    nameOf,
  );
}
