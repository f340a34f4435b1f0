import type { OptionalCategory } from '../../contract/cookie-words.ts';

/** What a visitor may agree to; what the site cannot do without is not asked for. */
export type Category = OptionalCategory;

export const everything: readonly Category[] = ['measurement', 'marketing'];

export type Choice = { categories: readonly Category[]; at: number } | undefined;

let choice: Choice;
const listeners = new Set<() => void>();

/** Does something that a visitor agreed to before it; waits for the record to be read. What is agreed to later does not count. */
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
