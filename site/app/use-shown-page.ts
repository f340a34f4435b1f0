import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocationProperty, usePathname } from 'wouter/use-browser-location';
import type { Page } from '../../contract/pages.ts';
import { whileBusy } from '../frame/busy.ts';
import { listenToDocument } from '../frame/delegation.ts';
import { applyTheme, focusHeading, followHash, pushPageView } from './arrival.ts';
import { loadView, rowAt, viewOf, type PageView } from './page-modules.ts';
import { rememberScroll, scrollToPlace } from './scroll.ts';

type Shown = {
  path: string;
  /** The query, where it says which page is shown. */
  search: string;
  row: Page;
  /** Undefined for a loaded document whose page needs no code: its contents stand as they are. */
  view: PageView | undefined;
  /** Counts the pages shown in this document; 0 is the one that was loaded. */
  visit: number;
};

/**
 * The page to show: the address's, or the previous one as long as the code of the address's is on its way.
 * @param built the row to show where there is no address bar
 */
export function useShownPage(built?: Page): Shown {
  const path = usePathname(built ? { ssrPath: built.path } : {});
  const search = useLocationProperty(searchNow, built ? () => '' : searchNow);
  const [shown, setShown] = useState<Shown>(() => (built ? rendered(built) : shownAt(path, search, 0)));
  useEffect(() => {
    if (path === shown.path && askedBy(viewOf(rowAt(path)), search) === shown.search) return undefined;
    let wanted = true;
    const show = () => wanted && setShown(shownAt(path, search, shown.visit + 1));
    const row = rowAt(path);
    if (viewOf(row)) show();
    // Code that cannot be had, as after a release, is had by loading the document.
    else void whileBusy(loadView(row)).then(show, () => wanted && location.reload());
    return () => {
      wanted = false;
    };
  }, [path, search, shown]);
  usePageArrival(shown);
  return shown;
}

function searchNow(): string {
  return location.search;
}

function rendered(row: Page): Shown {
  return { path: row.path, search: '', row, view: viewOf(row), visit: 0 };
}

function shownAt(path: string, search: string, visit: number): Shown {
  const row = rowAt(path);
  const view = viewOf(row);
  return { path, search: askedBy(view, search), row: view?.rowOf?.(row, search) ?? row, view, visit };
}

/** The query as far as it matters to what is shown. */
function askedBy(view: PageView | undefined, search: string): string {
  return view?.rowOf ? search : '';
}

/** What a new page brings with it, besides its contents. */
function usePageArrival({ row, visit }: Shown) {
  useEffect(() => {
    const stopListening = listenToDocument((ahead) => void loadView(rowAt(ahead)).catch(() => {}));
    addEventListener('hashchange', followHash);
    const forget = rememberScroll();
    return () => {
      removeEventListener('hashchange', followHash);
      forget();
      stopListening();
    };
  }, []);
  useLayoutEffect(() => {
    // By the row: an unknown address can hold anything, an e-mail address too.
    pushPageView(row);
    if (visit === 0) return;
    applyTheme();
    scrollToPlace();
    focusHeading();
  }, [visit, row]);
}
