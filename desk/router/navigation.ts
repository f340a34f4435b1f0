import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/observable.ts';

const { tell, subscribe } = createListeners();
let navigated = false;

/** Changes views without loading a document, if the browser has the Navigation API. Other browsers load each address, which is slower but works. */
export function startNavigation(isView: (path: string) => boolean): void {
  if (typeof navigation === 'undefined') return;
  navigation.addEventListener('navigate', (event) => {
    const to = new URL(event.destination.url);
    // An open dialog adds a history entry with the same address.
    const isSame = to.pathname === location.pathname && to.search === location.search;
    if (!event.canIntercept || isSame || event.hashChange || event.downloadRequest !== null || !isView(to.pathname)) return;
    const isReturn = event.navigationType === 'traverse';
    event.intercept({
      focusReset: 'manual',
      // A new view starts at the top before it is drawn; going back restores the scroll position afterwards.
      scroll: isReturn ? 'after-transition' : 'manual',
      handler: async () => {
        if (!isReturn) scrollTo({ top: 0, behavior: 'instant' });
        show();
      },
    });
  });
}

export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  // The browser would load the document anew.
  if (to === location.pathname + location.search) return;
  if (typeof navigation === 'undefined') return replace ? location.replace(to) : location.assign(to);
  // Rejected when another navigation started in the meantime.
  const { committed, finished } = navigation.navigate(to, { history: replace ? 'replace' : 'auto' });
  committed?.catch(() => undefined);
  finished?.catch(() => undefined);
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** The query string with its `?`; empty if there is none. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

/** Whether another view was shown before: on the first view the browser's focus is kept. */
export function hasNavigated(): boolean {
  return navigated;
}

function show() {
  navigated = true;
  tell();
}
