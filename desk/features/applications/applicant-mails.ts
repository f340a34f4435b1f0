import { fillTemplate, templatesFor, type AnswerTemplate } from '../../../contract/desk/answer-templates.ts';
import { applicationAnswers, type ApplicationAnswer, type ApplicationStage } from '../../../contract/desk/application-stages.ts';
import { SPONTANEOUS_SUBJECT } from '../../../contract/posting.ts';

/** The initial text of a mail to an applicant. `template`: the ready answer that it began as. */
export type ApplicantMail = { template: string; subject: string; text: string };

type Facts = { name: string; position: string; me: string; us: string };

/** The stage that a mail leads to, which can be changed before it is sent. */
const stages: Readonly<Partial<Record<string, ApplicationStage>>> = { invitation: 'interview', rejection: 'rejected', keep: 'talent-pool' };

export function stageAfter(template: string): ApplicationStage | undefined {
  return stages[template];
}

/** The kind under which a mail is recorded: `answer` for a template that staff wrote themselves. */
export function kindOf(template: string): ApplicationAnswer {
  return applicationAnswers.find((one) => one === template) ?? 'answer';
}

export function begunMail(template: string, ready: readonly AnswerTemplate[], { name, position, me, us }: Facts): ApplicantMail {
  const chosen = templatesFor(ready, 'application').find(({ id }) => id === template);
  if (chosen === undefined) return { template, subject: '', text: '' };
  // A spontaneous application is addressed to the company, not to a position.
  const applied = position === SPONTANEOUS_SUBJECT ? `to ${us}` : `for the position ${position}`;
  return { template, ...fillTemplate(chosen, { name, applied, me, us }) };
}
