import { useSyncExternalStore } from 'react';

/** A list of listeners and a function that calls them. `subscribe` returns the function that unsubscribes. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    tell: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isEmpty: () => listeners.size === 0,
  };
}

/** A value that components read by `use`; setting another value renders them again. */
export function observable<Value>(value: Value) {
  const { tell, subscribe } = createListeners();
  const get = () => value;
  return {
    get,
    subscribe,
    set: (next: Value) => {
      if (Object.is(next, value)) return;
      value = next;
      tell();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
