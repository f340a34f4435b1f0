import { useSyncExternalStore } from 'react';

let connected = true;
const listeners = new Set<() => void>();

/** Every call says whether somebody answered. */
export function tellConnection(answers: boolean): void {
  if (answers === connected) return;
  connected = answers;
  for (const tell of listeners) tell();
}

export function isConnected(): boolean {
  return connected;
}

export function subscribeConnection(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export function useConnected(): boolean {
  return useSyncExternalStore(subscribeConnection, isConnected);
}
