import { useSyncExternalStore } from 'react';

export type Overlay = 'none' | 'palette' | 'shortcuts';

let overlay: Overlay = 'none';
const listeners = new Set<() => void>();

/** What lies over the view; one at a time. */
export function showOverlay(next: Overlay): void {
  overlay = next;
  for (const tell of listeners) tell();
}

export function openPalette(): void {
  showOverlay('palette');
}

export function currentOverlay(): Overlay {
  return overlay;
}

export function useOverlay(): Overlay {
  return useSyncExternalStore((tell) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  }, currentOverlay);
}
