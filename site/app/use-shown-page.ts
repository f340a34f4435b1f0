import { useEffect, useLayoutEffect, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import type { Page } from '../../contract/pages.ts';
import { whileBusy } from '../frame/busy.ts';
import { listenToDocument } from '../frame/delegation.ts';
import { applyTheme, focusHeading, pushPageView } from './arrival.ts';
import { loadView, rowAt, viewOf, type PageView } from './page-modules.ts';
import { rememberScroll, scrollToPlace } from './scroll.ts';

type Shown = {
  path: string;
  row: Page;
  /** Undefined for a loaded document whose page needs no code: its contents stand as they are. */
  view: PageView | undefined;
  /** Counts the pages shown in this document; 0 is the one that was loaded. */
  visit: number;
};

/** The page to show: the address's, or the previous one as long as the code of the address's is on its way. */
export function useShownPage(ssrPath?: string): Shown {
  const path = usePathname(ssrPath ? { ssrPath } : {});
  const [shown, setShown] = useState<Shown>(() => shownAt(path, 0));
  useEffect(() => {
    if (path === shown.path) return undefined;
    let wanted = true;
    const show = () => wanted && setShown(shownAt(path, shown.visit + 1));
    const row = rowAt(path);
    if (viewOf(row)) show();
    // Code that cannot be had, as after a release, is had by loading the document.
    else void whileBusy(loadView(row)).then(show, () => wanted && location.reload());
    return () => {
      wanted = false;
    };
  }, [path, shown]);
  usePageArrival(shown);
  return shown;
}

function shownAt(path: string, visit: number): Shown {
  const row = rowAt(path);
  return { path, row, view: viewOf(row), visit };
}

/** What a new page brings with it, besides its contents. */
function usePageArrival({ row, visit }: Shown) {
  useEffect(() => {
    const stopListening = listenToDocument((ahead) => void loadView(rowAt(ahead)).catch(() => {}));
    addEventListener('hashchange', applyTheme);
    const forget = rememberScroll();
    return () => {
      removeEventListener('hashchange', applyTheme);
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
