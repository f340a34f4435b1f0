import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/observable.ts';

const { tell, subscribe } = createListeners();
let navigated = false;

/**
 * Views change without a new document wherever the browser's Navigation API is there: links, Back and what code asks for. Elsewhere each address
 * is loaded, which is slower and works.
 */
export function startNavigation(isView: (path: string) => boolean): void {
  if (typeof navigation === 'undefined') return;
  navigation.addEventListener('navigate', (event) => {
    const to = new URL(event.destination.url);
    // An open dialog has an entry of its own at the same address.
    const isSame = to.pathname === location.pathname && to.search === location.search;
    if (!event.canIntercept || isSame || event.hashChange || event.downloadRequest !== null || !isView(to.pathname)) return;
    const isReturn = event.navigationType === 'traverse';
    event.intercept({
      focusReset: 'manual',
      // A new view begins at its top before it is drawn: a list scrolls on to the row that somebody comes back to.
      scroll: isReturn ? 'after-transition' : 'manual',
      handler: async () => {
        if (!isReturn) scrollTo({ top: 0, behavior: 'instant' });
        show();
      },
    });
  });
}

export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (typeof navigation === 'undefined') return replace ? location.replace(to) : location.assign(to);
  // Rejected where another address was asked for meanwhile.
  const { committed, finished } = navigation.navigate(to, { history: replace ? 'replace' : 'auto' });
  committed?.catch(() => undefined);
  finished?.catch(() => undefined);
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** What stands behind `?`, with it; empty where there is none. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}

/** Whether another view was here before this one: the first has the browser's own focus. */
export function hasNavigated(): boolean {
  return navigated;
}

function show() {
  navigated = true;
  tell();
}
