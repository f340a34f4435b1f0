import { consentProvider } from '../../contract/third-parties.ts';
import { setChoice, type Category } from '../frame/consent-choice.ts';
import { loadScript } from './load-script.ts';
import { applyChoice } from './tags.ts';

/** What the provider's script leaves in the window; the parts that are used here. */
type Cookiebot = { consent: { statistics: boolean; marketing: boolean }; consentUTC?: Date; hasResponse: boolean; renew(): void };

/** Loads the provider's script, and its declaration where the page has a place for it. */
export function startProvider(id: string): void {
  for (const event of ['CookiebotOnConsentReady', 'CookiebotOnAccept', 'CookiebotOnDecline']) addEventListener(event, publish);
  loadScript(consentProvider.script, { id: 'Cookiebot', 'data-cbid': id, 'data-blockingmode': 'manual' });
  const place = document.querySelector('[data-provider-declaration]');
  if (place) loadScript(consentProvider.declaration(id), { id: 'CookieDeclaration' }, place);
}

export function reopenProvider(): void {
  cookiebot()?.renew();
}

function publish() {
  const { consent, consentUTC, hasResponse } = cookiebot() ?? {};
  if (!consent || !hasResponse) return;
  const granted: Category[] = [];
  if (consent.statistics) granted.push('measurement');
  if (consent.marketing) granted.push('marketing');
  setChoice({ categories: granted, at: consentUTC?.getTime() ?? Date.now() });
  applyChoice(granted);
}

function cookiebot(): Cookiebot | undefined {
  return (window as { Cookiebot?: Cookiebot }).Cookiebot;
}
