/*
 * Services of other companies. None is contacted before its setting names an account; tags also wait for the visitor's consent. The server reads here
 * what the Content-Security-Policy allows, the site what to load.
 */

/** What a service needs in the Content-Security-Policy: directive → sources. */
export type Sources = Readonly<Record<string, readonly string[]>>;

/** CONSENT_ID: Cookiebot, which asks for consent and declares cookies instead of the site's banner. */
export const consentProvider = {
  script: 'https://consent.cookiebot.com/uc.js',
  declaration: (id: string) => `https://consent.cookiebot.com/${id}/cd.js`,
} as const;

export const consentSources = {
  'script-src': ['https://consent.cookiebot.com', 'https://consentcdn.cookiebot.com'],
  'connect-src': ['https://consent.cookiebot.com', 'https://consentcdn.cookiebot.com'],
  'frame-src': ['https://consentcdn.cookiebot.com'],
  'img-src': ['https://imgsct.cookiebot.com'],
} as const satisfies Sources;

/** GTM_ID: Google Tag Manager, and the Google tags that it may load. */
export const tagManager = {
  script: (id: string) => `https://www.googletagmanager.com/gtm.js?id=${id}`,
} as const;

export const tagSources = {
  'script-src': ['https://*.googletagmanager.com'],
  'connect-src': ['https://*.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
  'img-src': ['https://*.googletagmanager.com', 'https://*.google-analytics.com'],
} as const satisfies Sources;
