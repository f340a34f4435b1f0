import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/observable.ts';

/**
 * One of a few, which this browser remembers. The first is what holds until somebody chooses.
 * @param key undefined: it holds until the page is loaded anew
 */
export function storedChoice<Choice extends string>(key: string | undefined, choices: readonly [Choice, ...Choice[]]) {
  const { tell, subscribe } = createListeners();
  let chosen: Choice | undefined;

  function read(): Choice {
    chosen ??= choices.find((choice) => choice === (key === undefined ? null : fromStorage(key))) ?? choices[0];
    return chosen;
  }
  function write(choice: Choice): void {
    chosen = choice;
    try {
      if (key !== undefined && choice === choices[0]) localStorage.removeItem(key);
      else if (key !== undefined) localStorage.setItem(key, choice);
    } catch {
      // Storage is off: it holds until the page is left.
    }
    tell();
  }
  return { choices, read, write, use: () => useSyncExternalStore(subscribe, read) };
}

function fromStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
