/** The caller of leads that staff made, which no form of the site can send: a caller in an address has no space. */
export const BY_HAND = 'by hand';

export const BY_HAND_WORDS = 'Made by hand';

/** How somebody whose lead is made by hand got in touch. */
export const contactMeans = ['telephone', 'mail', 'meeting', 'event', 'other'] as const;

export type ContactMeans = (typeof contactMeans)[number];

export const meansWords: Readonly<Record<ContactMeans, string>> = {
  telephone: 'By telephone',
  mail: 'By mail',
  meeting: 'In a meeting',
  event: 'At an event',
  other: 'Otherwise',
};
