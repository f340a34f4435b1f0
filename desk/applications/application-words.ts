import type { DeskApplication, DeskApplicationPage } from '../../contract/desk/application-facts.ts';
import { eventName } from '../../contract/desk/event-names.ts';
import { applicationStages, type ApplicationAnswer, type ApplicationStage } from '../../contract/desk/application-stages.ts';
import type { DeskLeadEvent } from '../../contract/desk/lead-facts.ts';

export const stageWords: Readonly<Record<ApplicationStage, string>> = {
  new: 'New',
  screening: 'Screening',
  interview: 'Interview',
  offer: 'Offer',
  hired: 'Hired',
  rejected: 'Rejected',
  'talent-pool': 'Talent pool',
};

/** A key for each that an application is moved on to. */
export const stageKeys: Readonly<Partial<Record<ApplicationStage, string>>> = {
  screening: 's',
  interview: 'i',
  offer: 'o',
  hired: 'h',
  rejected: 'x',
  'talent-pool': 't',
};

/** By which an answer is begun at once. */
export const answerKeys: Readonly<Record<Exclude<ApplicationAnswer, 'answer'>, { keys: string; words: string }>> = {
  rejection: { keys: 'd', words: 'Decline politely' },
  invitation: { keys: 'v', words: 'Invite to an interview' },
  keep: { keys: 'p', words: 'Ask whether we may keep it' },
};

export const scanMarks: Readonly<Record<NonNullable<DeskApplication['scan']>, string | undefined>> = {
  unscanned: undefined,
  clean: undefined,
  pending: 'CV is being scanned',
  infected: 'CV held back',
};

export const templateWords: Readonly<Record<ApplicationAnswer, string>> = {
  answer: 'Answer',
  invitation: 'Invitation',
  rejection: 'Polite refusal',
  keep: 'Request to keep it',
};

export const mailStateWords: Readonly<Record<DeskApplicationPage['mails'][number]['state'], string>> = {
  waiting: 'on its way',
  sent: 'sent',
  held: 'not sent: nothing goes to this address any more',
  failed: 'not sent: it failed for good',
  noted: 'noted as sent',
};

/** `4.5 of 5`, or that nobody rated it. */
export function ratingWords(rating: number | null): string {
  return rating === null ? 'not rated' : `${Number(rating.toFixed(1))} of 5`;
}

/** What happened, in a line. `nameOf`: of an account. */
export function applicationEventWords({ kind, detail }: DeskLeadEvent, nameOf: (account: string | null) => string): string {
  if (kind === 'assigned') return `Given to ${nameOf(typeof detail['to'] === 'string' ? detail['to'] : null)}`;
  if (kind === 'stage changed') return `${stageOf(detail['from'])} → ${stageOf(detail['to'])}`;
  if (kind === 'rated') return typeof detail['rating'] === 'number' ? `Rated ${detail['rating']} of 5` : 'Took the rating back';
  if (kind === 'mail written') return `${templateOf(detail['template'])} written`;
  if (kind === 'mail noted') return `${templateOf(detail['template'])} noted as sent`;
  if (kind === 'mail sent') return `${templateOf(detail['template'])} sent`;
  return eventName(kind);
}

function stageOf(stage: unknown): string {
  return applicationStages.includes(stage as ApplicationStage) ? stageWords[stage as ApplicationStage] : '?';
}

function templateOf(template: unknown): string {
  return templateWords[template as ApplicationAnswer] ?? 'Mail';
}
