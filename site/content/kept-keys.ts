/**
 * Everything that the site's code keeps in a browser's storage, by its key; the name of a form follows one that ends with a colon. The
 * cookie policy says of each what it is for (cookies.ts).
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
