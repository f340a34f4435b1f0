/** Where an application stands, in the order in which it moves on. */
export const applicationStages = ['new', 'screening', 'interview', 'offer', 'hired', 'rejected', 'talent-pool'] as const;

export type ApplicationStage = (typeof applicationStages)[number];

/** What people call them. */
export const stageWords: Readonly<Record<ApplicationStage, string>> = {
  new: 'New',
  screening: 'Screening',
  interview: 'Interview',
  offer: 'Offer',
  hired: 'Hired',
  rejected: 'Rejected',
  'talent-pool': 'Talent pool',
};

/** Stages in which somebody waits for a decision of ours. */
export const openStages: readonly ApplicationStage[] = ['new', 'screening', 'interview', 'offer'];

/** What staff answer an applicant with. `keep` asks for a consent: without it nothing is kept for longer. */
export const applicationAnswers = ['answer', 'invitation', 'rejection', 'keep'] as const;

export type ApplicationAnswer = (typeof applicationAnswers)[number];
