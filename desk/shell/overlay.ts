import { observable } from '../../ui/observable.ts';

export type Overlay = 'none' | 'palette' | 'shortcuts';

/** The overlay above the view; at most one. */
export const overlay = observable<Overlay>('none');

export function openPalette(): void {
  overlay.set('palette');
}
