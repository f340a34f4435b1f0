/** States of a lead. */
export const leadStates = ['new', 'contacted', 'meeting', 'won', 'lost'] as const;

export type LeadState = (typeof leadStates)[number];

/** The states in words. */
export const leadStateWords: Readonly<Record<LeadState, string>> = {
  new: 'New',
  contacted: 'Contacted',
  meeting: 'Meeting',
  won: 'Won',
  lost: 'Lost',
};

/** States in which staff still work on a lead. */
export const openStates: readonly LeadState[] = ['new', 'contacted', 'meeting'];
