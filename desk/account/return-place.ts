const KEY = 'return';

/** Milliseconds in which a link from a mail is used. */
const WITHIN = 30 * 60_000;

/** Remembers where somebody was, and goes to sign in. @param page where that begins */
export function goToSignIn(page: '/sign-in' | '/account' = '/sign-in'): void {
  const place = location.pathname + location.search;
  try {
    // Of the browser, not of the tab: the link of a mail opens another.
    if (place !== '/') localStorage.setItem(KEY, JSON.stringify({ place, at: Date.now() }));
  } catch {
    // Storage is off: they begin at the first view.
  }
  location.replace(page);
}

/** Where somebody was before they signed in, once. */
export function takeReturn(): string | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    localStorage.removeItem(KEY);
    return readReturn(stored, Date.now());
  } catch {
    return undefined;
  }
}

/** An address of the desk, and nothing else, whatever was stored. `now`: milliseconds since the epoch. */
export function readReturn(stored: string | null, now: number): string | undefined {
  const { place, at } = (JSON.parse(stored ?? 'null') ?? {}) as { place?: unknown; at?: unknown };
  if (typeof place !== 'string' || typeof at !== 'number' || now - at > WITHIN) return undefined;
  return /^\/[^/\\]/.test(place) ? place : undefined;
}
