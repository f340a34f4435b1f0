/**
 * Everything that the site's code stores in the browser, by key; a key that ends with a colon is followed by the name of a form. cookies.ts describes
 * each for the cookie policy.
 */
export const keptKeys = {
  'visitor-id': 'local',
  landing: 'session',
  'draft:': 'session',
  'attempts:': 'session',
  'selected-portfolio': 'local',
  'more-active': 'local',
  TOKEN: 'session',
} as const;

export type KeptKey = keyof typeof keptKeys;
