import { useSyncExternalStore } from 'react';

/** What a visitor may agree to; what the site cannot do without is not asked for. */
export type Category = 'measurement' | 'marketing';

/** A visitor's choice; `undefined` before there is one, when nothing is agreed to. */
export type Choice = { categories: readonly Category[]; at: number } | undefined;

let choice: Choice;
const listeners = new Set<() => void>();

/** Does something that a visitor agreed to before it; waits for the record, which is read once the browser has the time. What is agreed to later does not count. */
export function whereConsented(category: Category, act: () => void): void {
  const now = Date.now();
  const decide = ({ categories, at }: NonNullable<Choice>) => {
    if (categories.includes(category) && at <= now) act();
  };
  if (choice) return decide(choice);
  const stop = subscribe(() => {
    if (!choice) return;
    stop();
    decide(choice);
  });
}

/** The choice as it stands; `undefined` while the page is being built, and until the record of it was read. */
export function useChoice(): Choice {
  return useSyncExternalStore(
    subscribe,
    () => choice,
    () => undefined,
  );
}

/** Called by whoever keeps the record. */
export function setChoice(next: Choice): void {
  choice = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
