import { useSyncExternalStore } from 'react';

/** Milliseconds between two looks at the clock. */
const STEP = 20_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The time, in milliseconds since the epoch, for words such as `5 min ago`. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  if (timer === undefined) look();
  timer ??= setInterval(look, STEP);
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function look() {
  now = Date.now();
  for (const tell of listeners) tell();
}
