import { consentProvider } from '../../contract/third-parties.ts';
import { setChoice, type Category } from '../frame/consent-choice.ts';
import { loadScript } from './load-script.ts';
import { applyChoice } from './tags.ts';

type Cookiebot = { consent: { statistics: boolean; marketing: boolean }; consentUTC?: Date; hasResponse: boolean; renew(): void };

export function startProvider(id: string): void {
  for (const event of ['CookiebotOnConsentReady', 'CookiebotOnAccept', 'CookiebotOnDecline']) addEventListener(event, publish);
  loadScript(consentProvider.script, { id: 'Cookiebot', 'data-cbid': id, 'data-blockingmode': 'manual' });
  const declaration = document.querySelector('[data-provider-declaration]');
  if (declaration) loadScript(consentProvider.declaration(id), { id: 'CookieDeclaration' }, declaration);
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
