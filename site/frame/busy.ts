import { useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();

/** Shows the busy bar while something the visitor asked for is on its way. */
export async function whileBusy<T>(work: Promise<T>): Promise<T> {
  change(1);
  try {
    return await work;
  } finally {
    change(-1);
  }
}

export function useBusy(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  );
}

function change(by: number) {
  running += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
