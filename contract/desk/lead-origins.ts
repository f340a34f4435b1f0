/** How a lead came, besides its campaign. Each is a filter of the list and a group of the overview. Add names only at the end: the index knows one by its place. */
export const leadOrigins = ['source', 'medium', 'term', 'content', 'referrer', 'entry', 'page'] as const;

export type LeadOrigin = (typeof leadOrigins)[number];

/** As filters, columns of files and the overview name them. */
export const originNames: Readonly<Record<LeadOrigin, string>> = {
  source: 'Source',
  medium: 'Medium',
  term: 'Search term',
  content: 'Version of the link',
  referrer: 'Referring site',
  entry: 'Entry page',
  page: 'Page',
};
