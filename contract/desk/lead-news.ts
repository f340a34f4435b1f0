import type { EventKind } from './event-names.ts';

/** What the owner of a request is told of, by the kind of entry in its history. */
export const leadNewsWords = {
  'wrote again': 'wrote again',
  'meeting booked': 'a meeting was booked',
  'meeting moved': 'the meeting was moved',
  'meeting cancelled': 'the meeting was cancelled',
  'mail came back for good': 'a mail came back, there is no such mailbox',
  'mail called spam': 'called a mail spam',
  'consent withdrawn': 'withdrew a consent',
  'removal announced': 'will be removed soon, unless something happens',
} as const satisfies Partial<Record<EventKind, string>>;

/** How often a colleague gets their notices (the view For me) by mail. */
export const noticeMails = ['at once', 'daily', 'never'] as const;

export type NoticeMails = (typeof noticeMails)[number];

export type LeadNews = keyof typeof leadNewsWords;

export const leadNews = Object.keys(leadNewsWords) as LeadNews[];
