import type { ApplicationAnswer, ApplicationStage } from '../../../contract/desk/application-stages.ts';
import { SPONTANEOUS_SUBJECT } from '../../../contract/posting.ts';

/** The initial text of a mail to an applicant and the stage that it leads to; both can be edited before sending. */
export type ApplicantMail = { subject: string; text: string; stage: ApplicationStage | undefined };

type Facts = { name: string; position: string; me: string; us: string };

export const applicantMails: Readonly<Record<ApplicationAnswer, (facts: Facts) => ApplicantMail>> = {
  answer: (facts) => mail(facts, 'Your application', undefined, `thank you for your application${asPosition(facts)}.`),
  invitation: (facts) =>
    mail(
      facts,
      'A first conversation',
      'interview',
      `thank you for your application${asPosition(facts)}. We would like to get to know you.\n\nWould half an hour this week or next suit you? Answer with two or three times that do, and I send an invitation.`,
    ),
  rejection: (facts) =>
    mail(
      facts,
      'Your application',
      'rejected',
      `thank you for your application${asPosition(facts)}, and for the time that you took. We have decided to go on with somebody else.\n\nThat says nothing against you: we wish you a place that fits.`,
    ),
  keep: (facts) =>
    mail(
      facts,
      'May we keep your application?',
      'talent-pool',
      `thank you for your application${asPosition(facts)}. We have no place that fits just now, and would like to write to you once we have one.\n\nFor that we need your consent to keep your application and your CV.`,
    ),
};

/** A spontaneous application is addressed to the company, not to a position. */
function asPosition({ position, us }: Facts): string {
  return position === SPONTANEOUS_SUBJECT ? ` to ${us}` : ` for the position ${position}`;
}

function mail({ name, me, us }: Facts, subject: string, stage: ApplicationStage | undefined, text: string): ApplicantMail {
  return { subject, stage, text: `Hello ${name},\n\n${text}\n\nKind regards\n${me}\n${us}` };
}
