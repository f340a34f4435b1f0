import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/observable.ts';

/** Milliseconds between two updates. */
const STEP = 20_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = createListeners();

/** The current time in milliseconds since the epoch, for words such as `5 min ago`. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(tell: () => void): () => void {
  const end = listeners.subscribe(tell);
  if (timer === undefined) look();
  timer ??= setInterval(look, STEP);
  return () => {
    end();
    if (!listeners.isEmpty()) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function look() {
  now = Date.now();
  listeners.tell();
}
