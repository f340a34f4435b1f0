import type { EventKind } from './event-names.ts';

/** What the owner of a request is told of, by the kind of entry in its history. */
export const leadNewsWords = {
  'removal announced': 'will be removed soon, unless something happens',
} as const satisfies Partial<Record<EventKind, string>>;

export type LeadNews = keyof typeof leadNewsWords;

export const leadNews = Object.keys(leadNewsWords) as LeadNews[];
