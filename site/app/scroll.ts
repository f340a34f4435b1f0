/*
 * Where each history entry was scrolled to. The browser cannot restore it by itself here: at the time it tries, the
 * page it belongs to is not drawn yet.
 */
const STORE = 'scroll-positions';
let positions = new Map<string, number>();
let current = '';
let returning = false;
let shownPath = '';

/** Starts to remember. Called once, when the page answers. */
export function rememberScroll(): () => void {
  positions = readPositions();
  shownPath = location.pathname;
  takeEntry();
  const controller = new AbortController();
  const { signal } = controller;
  history.scrollRestoration = 'manual';
  addEventListener('scroll', () => positions.set(current, scrollY), { passive: true, signal });
  addEventListener('popstate', onReturn, { signal });
  // The router tells of a new entry by events of these names.
  for (const made of ['hashchange', 'pushState', 'replaceState']) addEventListener(made, takeEntry, { signal });
  addEventListener('pagehide', onLeave, { signal });
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'), { signal });
  return () => controller.abort();
}

/** Scrolls a page that was just drawn: to its place on Back and Forward, to a named part, to the top otherwise. */
export function scrollToPlace(): void {
  const part = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (returning) scrollTo(0, positions.get(current) ?? 0);
  else if (part) part.scrollIntoView();
  else scrollTo(0, 0);
  returning = false;
  shownPath = location.pathname;
}

function onReturn() {
  takeEntry();
  returning = true;
  // Within one page nothing is drawn anew, so nobody else calls this.
  if (location.pathname === shownPath) scrollToPlace();
}

function takeEntry() {
  const state = history.state as { key?: string } | null;
  if (state?.key) {
    current = state.key;
    return;
  }
  history.replaceState({ ...state, key: newEntryKey() }, '');
}

function newEntryKey(): string {
  current = Math.random().toString(36).slice(2, 10);
  returning = false;
  return current;
}

function onLeave() {
  history.scrollRestoration = 'auto';
  try {
    sessionStorage.setItem(STORE, JSON.stringify([...positions].slice(-50)));
  } catch {
    // Without storage, Back from another site starts at the top.
  }
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORE) ?? '[]'));
  } catch {
    return new Map();
  }
}
