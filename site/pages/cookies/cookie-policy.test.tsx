import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { chooseParts, placeholders } from '../../../contract/placeholders.ts';
import { CONSENT_COOKIE } from '../../content/consent-cookie.ts';
import { consentWords } from '../../content/consent.ts';
import { ConsentBanner } from '../../frame/consent-banner.tsx';
import { Page } from './page.tsx';

const named = {
  consent: '00000000-0000-4000-8000-000000000000',
  tags: 'GTM-ABC1234',
  marketing: 'https://marketing.example/events',
  flags: 'https://flags.example',
  api: 'https://api.example',
};
type Name = keyof typeof named;

const names = Object.keys(named) as Name[];
const combinations = Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_name, i) => bits & (1 << i)));

const said: Readonly<Record<Name, { with: string[]; without: string[] }>> = {
  consent: {
    with: ['your browser asks consent.cookiebot.com for it as a page opens', '<code>CookieConsent</code>'],
    without: ['The choice of cookies is our own', 'we keep a record of what, when', `<code>${CONSENT_COOKIE}</code>`],
  },
  tags: {
    with: ['Google Tag Manager is loaded, and', '<code>_ga</code>', '<code>_gcl_…</code>'],
    without: ['No measurement service is connected', 'Nothing is kept in your browser.'],
  },
  marketing: {
    with: ['is reported to our marketing service at https://marketing.example/events'],
    without: ['No marketing service is connected'],
  },
  flags: {
    with: ['come from https://flags.example.', 'Fonts and pictures come from our own server.'],
    without: ['Fonts, pictures and flags come from our own server.'],
  },
  api: {
    with: ['Figures and forms are answered by https://api.example.'],
    without: ['answered by the server that you read this from'],
  },
};

test.each(combinations.map((given) => [given.join(', ') || 'nothing', given] as const))(
  'with %s set the policy says what holds',
  (_, given) => {
    const html = sentWith(<Page />, given);
    for (const name of names) {
      const [there, away] = given.includes(name) ? (['with', 'without'] as const) : (['without', 'with'] as const);
      for (const words of said[name][there]) expect(html, name).toContain(words);
      for (const words of said[name][away]) expect(html, name).not.toContain(words);
    }
    expect(html, 'marks that are left').not.toMatch(/__\w+__|\.invalid|\]\(/);
  },
);

test.each([
  ['both', ['tags', 'marketing']],
  ['tags', ['tags']],
  ['marketing', ['marketing']],
  ['none', []],
] as const)('the banner asks for what there is: %s', (asked, given) => {
  const html = sentWith(<ConsentBanner />, given);
  for (const [name, words] of Object.entries(consentWords.banner.asks)) expect(html.includes(words), name).toBe(name === asked);
  expect(html, 'marks that are left').not.toMatch(/__\w+__/);
});

function sentWith(page: ReactElement, given: readonly Name[]): string {
  const values = Object.fromEntries(
    Object.entries(placeholders).map(([name, mark]) => {
      const empty = name === 'flags' ? '/flags' : '';
      return [mark, given.includes(name as Name) ? named[name as Name] : empty];
    }),
  );
  const html = chooseParts(renderToStaticMarkup(page), values);
  return Object.entries(values).reduce((text, [mark, value]) => text.replaceAll(mark, value), html);
}
