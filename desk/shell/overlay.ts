import { observable } from '../../ui/observable.ts';

export type Overlay = 'none' | 'palette' | 'shortcuts';

/** What lies over the view; one at a time. */
export const overlay = observable<Overlay>('none');

export function openPalette(): void {
  overlay.set('palette');
}
