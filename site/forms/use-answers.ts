import { useEffect, useRef, useState, type RefObject } from 'react';
import { fieldNamed, type Answers, type FieldDeclarations } from '../../contract/forms/form.ts';
import { readDraft, saveFormDraft } from './form-drafts.ts';
import { fillElements, readElements } from './read-elements.ts';

export function useAnswers(form: FieldDeclarations, element: RefObject<HTMLFormElement | null>, draft: string) {
  const [answers, setAnswers] = useState<Answers>({});
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [round, setRound] = useState(0);
  const restored = useRef(false);

  useEffect(() => {
    const kept = readDraft(draft)?.answers ?? {};
    fillElements(element.current, kept);
    restored.current = true;
    // Includes what was typed before hydration.
    // oxlint-disable-next-line react/set-state-in-effect -- only the elements know it
    setAnswers({ ...kept, ...readElements(element.current) });
  }, [element, draft]);

  /** Reads the current values of the elements. Fields that were removed keep what was typed into them. */
  function type(file?: string | null): Answers {
    const now = { ...answers, ...readElements(element.current) };
    setAnswers(now);
    // A field that reports its value when it appears must not overwrite the draft before it is restored.
    if (restored.current) saveFormDraft(draft, storable(form, now), file);
    return now;
  }

  function see(names: readonly string[]) {
    setVisited((before) => (names.every((name) => before.has(name)) ? before : new Set([...before, ...names])));
  }

  function reset() {
    setAnswers({});
    setVisited(new Set());
    setRound((count) => count + 1);
  }

  return { answers, visited, round, type, see, reset };
}

/** Without passwords, because a draft is stored in the browser. */
function storable({ fields, catalogue }: FieldDeclarations, answers: Answers): Answers {
  const typed = fields.filter(({ field }) => {
    const { kind, isEmpty } = fieldNamed({ catalogue }, field);
    return kind !== 'password' && kind !== 'hidden' && isEmpty?.(answers[field] ?? '') !== true;
  });
  return Object.fromEntries(typed.map(({ field }) => [field, answers[field] ?? '']));
}
