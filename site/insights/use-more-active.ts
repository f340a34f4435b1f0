import { useSyncExternalStore } from 'react';
import { isMoreActive, onMoreActive } from './more-active.ts';

/** Whether the visitor of this browser verified an address. The document says no. */
export function useMoreActive(): boolean {
  return useSyncExternalStore(onMoreActive, isMoreActive, () => false);
}
