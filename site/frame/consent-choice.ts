import type { OptionalCategory } from '../../contract/cookie-words.ts';

/** A category that a visitor may agree to; the necessary category needs no consent. */
export type Category = OptionalCategory;

export const everything: readonly Category[] = ['measurement', 'marketing'];

export type Choice = { categories: readonly Category[]; at: number } | undefined;

let choice: Choice;
const listeners = new Set<() => void>();

/** Runs `act` if the visitor has already agreed to the category; waits until the stored choice is read. Consent that is given later does not count. */
export function whereConsented(category: Category, act: () => void): void {
  const now = Date.now();
  const decide = ({ categories, at }: NonNullable<Choice>) => {
    if (categories.includes(category) && at <= now) act();
  };
  if (choice) return decide(choice);
  const stop = onChoice(() => {
    if (!choice) return;
    stop();
    decide(choice);
  });
}

export function currentChoice(): Choice {
  return choice;
}

export function setChoice(next: Choice): void {
  choice = next;
  for (const listener of listeners) listener();
}

export function onChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
