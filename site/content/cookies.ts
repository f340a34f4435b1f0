import { CONSENT_DAYS } from '../../contract/cookie-consent.ts';
import { unconnected } from '../../contract/cookie-words.ts';
import { placeholders, type PageSetting } from '../../contract/placeholders.ts';
import { keptKeys, type KeptKey } from './kept-keys.ts';
import type { ConditionalText } from './conditional-text.ts';
import { SENT_REQUEST_COOKIE } from '../../contract/sent-request.ts';
import { CONSENT_COOKIE, consentDomains } from './consent-cookie.ts';
import type { PolicyText } from './policy.ts';
import { declared } from './declared.ts';

export type StoredItem = {
  name: string;
  kind: 'Cookie' | 'Local storage' | 'Session storage';
  purpose: string;
  kept: string;
  by?: string;
  /** Stored only if this setting names a service (`with`), or only if it names none (`without`). */
  with?: PageSetting;
  without?: PageSetting;
};

const purposes: Readonly<Record<KeptKey, string>> = {
  'visitor-id':
    'A random id of this browser. It leaves the browser with a form that you send, to recognise duplicates and to help you when something fails; and with what the declaration of Marketing names, if you accepted it.',
  landing:
    'The page that you came to first, and the site and the campaign that led you here. It leaves the browser only with a form that you send.',
  'draft:':
    'What you typed into a form and have not sent, so that it is there again after a reload or another page: names, addresses, your message; no password, and of a file its name only. It goes once you send the form or close it, and leaves the browser only with the form.',
  'attempts:':
    'The same while a form is being sent, with a random key, so that it reaches us once only when you send it again after a connection broke. It goes with the draft.',
  'selected-portfolio': 'The portfolio whose details you opened last, so that the link in our e-mail opens them again.',
  'more-active': 'That you confirmed your address for the full analytics, so that they open and papers download at once.',
  TOKEN: 'A pass that reads the portfolio figures, the same for every visitor and nobody’s in particular.',
};

/** What the site's code stores in the browser: a key without words does not compile. */
function keptItems(): StoredItem[] {
  return (Object.keys(keptKeys) as KeptKey[]).map((key) => ({
    name: key.endsWith(':') ? `${key}…` : key,
    purpose: purposes[key],
    ...(keptKeys[key] === 'local'
      ? { kind: 'Local storage', kept: 'Until you clear it' }
      : { kind: 'Session storage', kept: 'Until you close the tab' }),
  }));
}

/** Everything that the site may store in a browser, by category. A test visits every page and compares. */
export const declaration: Readonly<Record<'necessary' | 'measurement' | 'marketing', readonly StoredItem[]>> = {
  necessary: [
    {
      name: CONSENT_COOKIE,
      kind: 'Cookie',
      purpose:
        'Your choice of cookies with its date, so that we do not ask on every page, and a random id that belongs to this choice only. Where you agree to something optional, or withdraw that, the browser tells our server so, with this id, as proof.',
      kept: `${CONSENT_DAYS} days`,
      without: 'consent',
    },
    {
      name: SENT_REQUEST_COOKIE,
      kind: 'Cookie',
      purpose:
        'Which request you sent last, so that the page behind the link in our e-mail shows yours first. Only that page is sent it, and no script reads it.',
      kept: 'As long as the link in that e-mail works',
    },
    ...keptItems(),
  ],
  measurement: [
    {
      name: '_ga',
      kind: 'Cookie',
      purpose: 'Tells readers apart without knowing who they are.',
      kept: '2 years',
      by: 'Google Analytics',
      with: 'tags',
    },
    {
      name: '_ga_…',
      kind: 'Cookie',
      purpose: 'Keeps the pages of one visit together.',
      kept: '2 years',
      by: 'Google Analytics',
      with: 'tags',
    },
  ],
  marketing: [
    {
      name: '_gcl_…',
      kind: 'Cookie',
      purpose: 'Tells which advertisement led to a visit, where the tag manager holds such a tag.',
      kept: '90 days',
      by: 'Google Ads',
      with: 'tags',
    },
  ],
};

/** Replaces our cookie in the list if a consent provider is set. */
export const providerCookie: StoredItem = {
  name: 'CookieConsent',
  kind: 'Cookie',
  purpose: 'Your choice of cookies, so that you are not asked on every page.',
  kept: '1 year',
  by: 'Cookiebot',
  with: 'consent',
};

export const declarationNotes: Readonly<Record<'measurement' | 'marketing', readonly ConditionalText[]>> = declared('declarationNotes', {
  measurement: [
    {
      setting: 'tags',
      with: 'Once you accepted, Google Tag Manager is loaded, and what it measures with keeps these:',
      without: unconnected.measurement.text,
    },
  ],
  marketing: [
    {
      setting: 'marketing',
      with: `Once you accepted, the download of a paper is reported to our marketing service at ${placeholders.marketing}, together with the visitor id above.`,
      without: unconnected.marketing.text,
    },
    {
      setting: 'tags',
      with: 'Google Tag Manager is loaded for this choice, too, and may keep these:',
      without: 'Nothing is kept in your browser.',
    },
  ],
});

export const otherCompanies: readonly ConditionalText[] = declared('otherCompanies', [
  {
    setting: 'consent',
    with: 'The choice of cookies is Cookiebot’s: your browser asks consent.cookiebot.com for it as a page opens, before you chose anything.',
    without:
      'The choice of cookies is our own: no other company learns of it. Where you agree to something optional, we keep a record of what, when, on which page and in which words, under the random id of that choice. It has neither your name nor your network address, and our privacy policy says for how long it is kept. A choice that refuses everything is recorded nowhere but in your browser.',
  },
  {
    setting: 'flags',
    with: `The flags beside telephone numbers come from ${placeholders.flags}. Fonts and pictures come from our own server.`,
    without: 'Fonts, pictures and flags come from our own server.',
  },
  {
    setting: 'api',
    with: `Figures and forms are answered by ${placeholders.api}.`,
    without: 'Figures and forms are answered by the server that you read this from.',
  },
]);

export const cookiePolicy: PolicyText & { choice: Record<'none' | 'refused' | 'accepted' | 'change', string> } = declared('cookiePolicy', {
  title: 'Cookie policy',
  lead: 'This site keeps very little in your browser, and nothing optional without your consent. Here is all of it.',
  changed: '24 November 2026',
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
        'To count how often a page is seen and a form is opened we neither keep nor read anything in your browser: they are numbers, and the [privacy policy](/privacy) says of what.',
        'Some of it is needed for a site to work. For everything else we ask first. You can also delete all of it in your browser’s settings at any time; the site then treats you as a new visitor.',
      ],
    },
    {
      id: 'choice',
      title: 'Your choice',
      blocks: [
        'Refusing takes one press, as accepting does, and you can change your mind here whenever you like. What you withdraw is deleted from your browser.',
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
        'A link to another site, such as a social network, does nothing until you follow it.',
        'What happens to the data you send us in a form stands in the [privacy policy](/privacy).',
      ],
    },
  ],
});
