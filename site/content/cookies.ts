import { CONSENT_COOKIE, CONSENT_DAYS, consentDomains } from './consent-cookie.ts';
import type { PolicyText } from './policy.ts';

export type StoredItem = {
  name: string;
  kind: 'Cookie' | 'Local storage' | 'Session storage';
  purpose: string;
  kept: string;
  by?: string;
};

/** Everything the site may keep in a browser, by category. A test visits every page and compares. */
export const declaration: Readonly<Record<'necessary' | 'measurement' | 'marketing', readonly StoredItem[]>> = {
  necessary: [
    {
      name: CONSENT_COOKIE,
      kind: 'Cookie',
      purpose:
        'Your choice of cookies with its date, so that we do not ask on every page, and a random id that belongs to this choice only.',
      kept: `${CONSENT_DAYS} days`,
    },
    {
      name: 'visitor-id',
      kind: 'Local storage',
      purpose:
        'A random id of this browser. It leaves the browser with a form that you send, to recognise duplicates and to help you when something fails, and with a download if you accepted Marketing.',
      kept: 'Until you clear it',
    },
    {
      name: 'landing',
      kind: 'Session storage',
      purpose: 'The site and the campaign that led you here. It leaves the browser only with a form that you send.',
      kept: 'Until you close the tab',
    },
    {
      name: 'scroll-positions',
      kind: 'Session storage',
      purpose: 'How far you had scrolled, so that Back returns you to your place.',
      kept: 'Until you close the tab',
    },
    {
      name: 'selected-portfolio',
      kind: 'Local storage',
      purpose: 'The portfolio whose details you opened last, so that the link in our e-mail opens them again.',
      kept: 'Until you clear it',
    },
    {
      name: 'more-active',
      kind: 'Local storage',
      purpose: 'That you confirmed your address for the full analytics, so that they open and papers download at once.',
      kept: 'Until you clear it',
    },
    {
      name: 'TOKEN',
      kind: 'Session storage',
      purpose: 'A pass that reads the portfolio figures, the same for every visitor and nobody’s in particular.',
      kept: 'Until you close the tab',
    },
  ],
  measurement: [
    { name: '_ga', kind: 'Cookie', purpose: 'Tells readers apart without knowing who they are.', kept: '2 years', by: 'Google Analytics' },
    { name: '_ga_…', kind: 'Cookie', purpose: 'Keeps the pages of one visit together.', kept: '2 years', by: 'Google Analytics' },
  ],
  marketing: [],
};

export const declarationNotes = {
  measurement: 'Only once you accepted, and only where the site’s operator has connected a measurement service.',
  marketing:
    'Nothing is kept in your browser. Once you accepted, the download of a paper is reported to our marketing service together with the visitor id above.',
} as const;

export const cookiePolicy: PolicyText & { choice: Record<'none' | 'refused' | 'accepted' | 'change', string> } = {
  title: 'Cookie policy',
  lead: 'This site keeps very little in your browser, and nothing optional without your consent. Here is all of it.',
  changed: '21 November 2026',
  choice: {
    none: 'You have made no choice yet. Until you do, only what is necessary is kept.',
    refused: 'You refused everything optional.',
    accepted: 'You accepted:',
    change: 'Change your choice',
  },
  sections: [
    {
      id: 'what',
      title: 'What cookies are',
      blocks: [
        'Cookies are small texts that a site asks your browser to keep and to send back with the next request. Browsers also have storage that stays with them and is sent nowhere by itself. We use both words for what we keep, and the law treats both alike.',
        'Some of it is needed for a site to work. For everything else we ask first. You can also delete all of it in your browser’s settings at any time; the site then treats you as a new visitor.',
      ],
    },
    {
      id: 'choice',
      title: 'Your choice',
      blocks: [
        'Refusing takes one press, as accepting does, and you can change your mind here whenever you like. What you withdraw is deleted.',
      ],
    },
    {
      id: 'declaration',
      title: 'What we keep',
      blocks: [],
    },
    {
      id: 'domains',
      title: 'Where your choice applies',
      blocks: [`Your consent applies to the following domains: ${consentDomains.names.join(', ')}.`],
    },
    {
      id: 'others',
      title: 'Other companies',
      blocks: [
        'Before you accept, your browser asks no other company for anything on our behalf: fonts, pictures and flags come from our own server. A link to another site, such as a social network, does nothing until you follow it.',
        'What happens to the data you send us in a form stands in the [privacy policy](/privacy).',
      ],
    },
  ],
};
