import * as v from 'valibot';

const KEY = 'return';

/** Milliseconds after which a remembered address is ignored: the time in which a sign-in link from a mail is used. */
const WITHIN = 30 * 60_000;

/** Remembers the current address, and goes to the sign-in page. @param page where the sign-in starts */
export function goToSignIn(page: '/sign-in' | '/account' = '/sign-in'): void {
  const address = location.pathname + location.search;
  try {
    // localStorage, not sessionStorage: the link in the mail opens another tab.
    if (address !== '/') localStorage.setItem(KEY, JSON.stringify({ address, at: Date.now() }));
  } catch {
    // Storage is off: the sign-in leads to the first view.
  }
  location.replace(page);
}

/** Reads and removes the address that was remembered before the sign-in. */
export function takeReturn(): string | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    localStorage.removeItem(KEY);
    return readReturn(stored, Date.now());
  } catch {
    return undefined;
  }
}

/**
 * @param now milliseconds since the epoch
 * @returns an address of the desk, or undefined if the stored text is anything else or too old
 */
export function readReturn(stored: string | null, now: number): string | undefined {
  const parsed = v.safeParse(remembered, JSON.parse(stored ?? 'null'));
  return parsed.success && now - parsed.output.at <= WITHIN ? parsed.output.address : undefined;
}

const remembered = v.object({ address: v.pipe(v.string(), v.regex(/^\/[^/\\]/)), at: v.number() });
