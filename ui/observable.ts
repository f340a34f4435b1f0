import { useSyncExternalStore } from 'react';

/** Whoever wants to know of a change, and telling them. `subscribe` returns what ends it. */
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

/** A value that components follow by `use`; setting another draws them anew. */
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
