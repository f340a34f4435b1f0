import { useSyncExternalStore } from 'react';

/** `ended`: nothing is answered before somebody signs in. `again`: what was asked for last needs a sign-in of the last minutes. */
export type SessionState = 'going' | 'ended' | 'again';

let state: SessionState = 'going';
const listeners = new Set<() => void>();

export function tellSession(next: SessionState): void {
  if (next === state) return;
  state = next;
  for (const tell of listeners) tell();
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => state,
  );
}
