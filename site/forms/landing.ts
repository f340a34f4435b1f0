import type { Attribution } from '../../contract/api.ts';

/** How this visit came to the site. It stays in this tab, and is sent only with what the visitor sends. */
export type Landing = Pick<Attribution, 'referrer' | 'utm'>;

const KEY = 'landing';
const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;
let remembered: Landing | undefined;

/** Notes where the visit came from, before the first navigation takes it out of the address bar. */
export function rememberLanding(): void {
  remembered = nextLanding(stored(), location.href, document.referrer);
  try {
    if (remembered) sessionStorage.setItem(KEY, JSON.stringify(remembered));
  } catch {
    // Storage is off: it lasts as long as the document.
  }
}

/** Where the lead comes from: the page the form was opened on, and how the visit came to the site. */
export function readVisit(visitorId: string): Attribution {
  return { page: pageOf(location.href), visitorId, ...(remembered ?? stored()) };
}

/** The landing that counts from now on: a campaign's link begins a new one, any other page leaves the old. */
export function nextLanding(before: Landing | undefined, href: string, referrer: string): Landing | undefined {
  const { searchParams, origin } = new URL(href);
  const utm = Object.fromEntries(
    UTM.flatMap((name) => {
      const value = searchParams.get(`utm_${name}`);
      return value ? [[name, value]] : [];
    }),
  );
  const from = referrerOf(referrer, origin);
  if (Object.keys(utm).length > 0) return { utm, ...(from && { referrer: from }) };
  return before ?? (from ? { referrer: from } : undefined);
}

/** A page's path, with what a campaign put behind it and nothing else: other queries may name a person. */
export function pageOf(href: string): string {
  const { pathname, searchParams } = new URL(href);
  const kept = new URLSearchParams([...searchParams].filter(([name]) => name.startsWith('utm_')));
  return kept.size > 0 ? `${pathname}?${kept}` : pathname;
}

/** The page of another site that led here, without its query. */
function referrerOf(referrer: string, origin: string): string | undefined {
  if (!URL.canParse(referrer)) return undefined;
  const from = new URL(referrer);
  return /^https?:$/.test(from.protocol) && from.origin !== origin ? from.origin + from.pathname : undefined;
}

function stored(): Landing | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Landing | null) ?? undefined;
  } catch {
    return undefined;
  }
}
