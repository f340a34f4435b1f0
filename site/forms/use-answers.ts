import { useEffect, useState, type RefObject, type SyntheticEvent } from 'react';
import type { Answers, Form } from '../../contract/forms/form.ts';
import { readElements } from './read-elements.ts';
import type { ChosenFile } from './use-file.ts';

/** What was typed in each form of this visit, by the form's name: there again when the visitor comes back from another page. */
export const drafts = new Map<string, { answers: Answers; file: ChosenFile | undefined }>();

/** What stands in a form's elements, which of its fields were visited, and both of it anew once it was sent. */
export function useAnswers(form: Form, element: RefObject<HTMLFormElement | null>, draft: string) {
  const [answers, setAnswers] = useState<Answers>(drafts.get(draft)?.answers ?? {});
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [round, setRound] = useState(0);

  // What was typed before the page answered counts, too.
  // oxlint-disable-next-line react/set-state-in-effect -- only the elements know it
  useEffect(() => setAnswers((before) => ({ ...before, ...readElements(element.current) })), [element]);

  function type() {
    setAnswers((before) => ({ ...before, ...readElements(element.current) }));
  }

  function visit(event: SyntheticEvent) {
    type();
    const { name } = event.target as Partial<HTMLInputElement>;
    if (name && name in form.catalogue) see([name]);
  }

  function see(names: readonly string[]) {
    setVisited((before) => (names.every((name) => before.has(name)) ? before : new Set([...before, ...names])));
  }

  function reset() {
    setAnswers({});
    setVisited(new Set());
    setRound((count) => count + 1);
  }

  return { answers, visited, round, type, visit, see, reset };
}
