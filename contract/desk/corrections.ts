/** What staff may correct of a lead, in the order of the form that asks for it. */
export const correctedNames = ['name', 'surname', 'lastname', 'email', 'phone'] as const;

export type CorrectedName = (typeof correctedNames)[number];

export type Corrections = { [Name in CorrectedName]?: string | undefined };
