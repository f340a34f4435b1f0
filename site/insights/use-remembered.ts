import { useSyncExternalStore } from 'react';

/** A value that this browser remembers (verified-state.ts). It is undefined in the prerendered document, and changes are not tracked. */
export function useRemembered<T>(read: () => T): T | undefined {
  return useSyncExternalStore(unchanging, read, () => undefined);
}

function unchanging() {
  return () => undefined;
}
