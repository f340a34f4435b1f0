import type { Attribution } from '../../contract/api.ts';
import { WITHIN, type PageOrigin } from '../../contract/page-view.ts';
import { keep, readKeptJson } from '../frame/browser-storage.ts';

/** How this visit came to the site. It is stored in this tab, and sent only with a form. */
export type VisitSource = Pick<Attribution, 'referrer' | 'utm' | 'entry'>;

const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;
let remembered: VisitSource | undefined;

/** Stores where the visit came from, before navigating removes it from the address bar. */
export function rememberSource(): void {
  remembered = nextSource(stored(), location.href, document.referrer);
  keep('landing', JSON.stringify(remembered));
}

export function readVisit(visitorId: string): Attribution {
  return { page: pageWithCampaign(location.href), visitorId, ...(remembered ?? stored()) };
}

/** The source that counts from now on: a link with a campaign starts a new source, any other page keeps the old one. */
export function nextSource(before: VisitSource | undefined, href: string, referrer: string): VisitSource {
  const here = new URL(href);
  const from = urlOf(referrer);
  const utm = campaignOf(here);
  const isWithin = from?.origin === here.origin;
  if (!utm) {
    // The visitor may follow a link before this code runs: then the campaign is in the referring page's address.
    const led = isWithin ? campaignOf(from) : undefined;
    if (before && (before.utm || !led)) return before;
    if (isWithin) return sourceOf(from.pathname, led);
  }
  const outside = !isWithin && from && /^https?:$/.test(from.protocol) ? from.origin + from.pathname : undefined;
  return sourceOf(here.pathname, utm, outside);
}

/**
 * How a page was reached, by its address and the page before it alone: nothing that the browser stores is read.
 * @param opensForm a campaign in the address of the page before counts, too, since its link led to the form
 */
export function originOf(page: string, [href, referrer]: readonly [href: string, referrer: string], opensForm = false): PageOrigin {
  const here = new URL(href);
  const from = urlOf(referrer);
  const isWithin = from?.origin === here.origin;
  const { source, campaign } = campaignOf(here) ?? (opensForm && isWithin ? campaignOf(from) : undefined) ?? {};
  return { page, source, campaign, from: isWithin ? WITHIN : from?.hostname || undefined };
}

/** As originOf, of the page that is shown. */
export function pageOrigin(opensForm?: boolean): PageOrigin {
  return originOf(document.documentElement.dataset['page'] ?? '', [location.href, document.referrer], opensForm);
}

/** A page's path with its utm parameters only: other parameters may contain personal data. */
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

/** Returns undefined for an invalid URL; URL.canParse is missing in iOS 16. */
function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function sourceOf(entry: string, utm: VisitSource['utm'], referrer?: string): VisitSource {
  return { entry, ...(utm && { utm }), ...(referrer && { referrer }) };
}

function stored(): VisitSource | undefined {
  return readKeptJson('landing') as VisitSource | undefined;
}
