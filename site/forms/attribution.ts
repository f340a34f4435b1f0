import type { Attribution } from '../../contract/api.ts';
import { keep, readKept } from '../frame/browser-storage.ts';

/** How this visit came to the site. It stays in this tab, and is sent only with what the visitor sends. */
export type VisitSource = Pick<Attribution, 'referrer' | 'utm'>;

const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;
let remembered: VisitSource | undefined;

/** Notes where the visit came from, before the first navigation takes it out of the address bar. */
export function rememberSource(): void {
  remembered = nextSource(stored(), location.href, document.referrer);
  if (remembered) keep('landing', JSON.stringify(remembered));
}

export function readVisit(visitorId: string): Attribution {
  return { page: pageWithCampaign(location.href), visitorId, ...(remembered ?? stored()) };
}

/** The source that counts from now on: a campaign's link begins a new one, any other page leaves the old. */
export function nextSource(before: VisitSource | undefined, href: string, referrer: string): VisitSource | undefined {
  const here = new URL(href);
  const from = urlOf(referrer);
  const utm = campaignOf(here);
  if (from?.origin === here.origin) {
    // A link may take the visitor on before this code runs: the campaign is on the page before then.
    return withoutEmpty(utm ?? before?.utm ?? campaignOf(from), utm ? undefined : before?.referrer);
  }
  const outside = from && /^https?:$/.test(from.protocol) ? from.origin + from.pathname : undefined;
  return utm ? withoutEmpty(utm, outside) : (before ?? withoutEmpty(undefined, outside));
}

/** A page's path, with what a campaign put behind it and nothing else: other queries may name a person. */
export function pageWithCampaign(href: string): string {
  const { pathname, searchParams } = new URL(href);
  const kept = new URLSearchParams([...searchParams].filter(([name]) => name.startsWith('utm_'))).toString();
  return kept ? `${pathname}?${kept}` : pathname;
}

function campaignOf({ searchParams }: URL): VisitSource['utm'] {
  const found = UTM.flatMap((name) => {
    const value = searchParams.get(`utm_${name}`);
    return value ? [[name, value]] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Without URL.canParse, which iOS 16 does not have. */
function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function withoutEmpty(utm: VisitSource['utm'], referrer: string | undefined): VisitSource | undefined {
  if (!utm && !referrer) return undefined;
  return { ...(utm && { utm }), ...(referrer && { referrer }) };
}

function stored(): VisitSource | undefined {
  try {
    return (JSON.parse(readKept('landing') ?? 'null') as VisitSource | null) ?? undefined;
  } catch {
    return undefined;
  }
}
