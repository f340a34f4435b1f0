import { acceptCategory, getCookie, run, validConsent } from 'vanilla-cookieconsent';
import { CONSENT_COOKIE, CONSENT_DAYS, CONSENT_REVISION, consentDomains } from '../../content/consent.ts';
import { setChoice, type Category } from '../consented.ts';
import { applyChoice } from './tags.ts';

/** Reads the record of this visitor's choice, where there is one, and acts upon it. */
export async function startRecord(): Promise<void> {
  await run({
    // The site shows the choice itself: the library's own dialog takes focus from what a visitor is doing, and its
    // markup is text that the page's policy does not let in.
    autoShow: false,
    manageScriptTags: false,
    hideFromBots: false,
    language: { default: 'en', translations: { en: {} as never } },
    revision: CONSENT_REVISION,
    cookie: { name: CONSENT_COOKIE, expiresAfterDays: CONSENT_DAYS, domain: cookieDomain(location.hostname) },
    categories: {
      necessary: { enabled: true, readOnly: true },
      // What its tags leave behind goes when consent does.
      measurement: { autoClear: { cookies: [{ name: /^_g(a|id|at|cl)/ }] } },
      marketing: { autoClear: { cookies: [{ name: /^_gcl/ }] } },
    },
    onConsent: publish,
    onChange: publish,
  });
}

/** Keeps a choice and acts upon it. */
export function choose(categories: readonly Category[]): void {
  acceptCategory([...categories]);
}

/** One choice holds for all of the company's domains below their root. */
function cookieDomain(hostname: string): string {
  const { root } = consentDomains;
  return hostname === root || hostname.endsWith(`.${root}`) ? root : hostname;
}

function publish() {
  if (!validConsent()) return;
  const { categories, lastConsentTimestamp } = getCookie();
  const granted = categories.filter((category): category is Category => category !== 'necessary');
  setChoice({ categories: granted, at: Date.parse(lastConsentTimestamp) });
  applyChoice(granted);
}
