import { useSyncExternalStore } from 'react';

/** What a visitor may agree to; what the site cannot do without is not asked for. */
export type Category = 'measurement' | 'marketing';

/** A visitor's choice; `undefined` before there is one, when nothing is agreed to. */
export type Choice = { categories: readonly Category[]; at: number } | undefined;

let choice: Choice;
const listeners = new Set<() => void>();

/** Whether this visitor agreed to a category. */
export function consentedTo(category: Category): boolean {
  return choice?.categories.includes(category) ?? false;
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
