import { useSyncExternalStore } from 'react';

/** What this browser remembers (more-active.ts). The document knows nothing of it, and nothing tells of a change. */
export function useRemembered<T>(read: () => T): T | undefined {
  return useSyncExternalStore(unchanging, read, () => undefined);
}

function unchanging() {
  return () => undefined;
}
