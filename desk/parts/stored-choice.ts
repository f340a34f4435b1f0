import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/observable.ts';

/**
 * A setting with a few values, stored in this browser. The first value is the default.
 * @param key undefined: the setting lasts until the page is reloaded
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
      // Storage is off: the setting lasts until the page is left.
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
