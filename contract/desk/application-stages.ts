/** Stages of an application, in their order. */
export const applicationStages = ['new', 'screening', 'interview', 'offer', 'hired', 'rejected', 'talent-pool'] as const;

export type ApplicationStage = (typeof applicationStages)[number];

/** The stages in words. */
export const stageWords: Readonly<Record<ApplicationStage, string>> = {
  new: 'New',
  screening: 'Screening',
  interview: 'Interview',
  offer: 'Offer',
  hired: 'Hired',
  rejected: 'Rejected',
  'talent-pool': 'Talent pool',
};

/** Stages in which the applicant waits for our decision. */
export const openStages: readonly ApplicationStage[] = ['new', 'screening', 'interview', 'offer'];

/** Kinds of answers to applicants. `keep` asks for consent to keep the application for longer. */
export const applicationAnswers = ['answer', 'invitation', 'rejection', 'keep'] as const;

export type ApplicationAnswer = (typeof applicationAnswers)[number];
