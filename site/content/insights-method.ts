export const method = {
  title: 'How the figures are computed',
  lead: 'Nothing here is typed in. Each figure follows from a record of daily values, by one formula, and values after its date have no part in it.',
} as const;
