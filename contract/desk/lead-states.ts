/** What became of a lead. */
export const leadStates = ['new', 'contacted', 'meeting', 'won', 'lost'] as const;

export type LeadState = (typeof leadStates)[number];

/** States in which somebody still works on a lead. */
export const openStates: readonly LeadState[] = ['new', 'contacted', 'meeting'];
