import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import { eventName } from '../../../contract/desk/event-names.ts';
import type { ApplicationAnswer, ApplicationStage } from '../../../contract/desk/application-stages.ts';
import type { DeskLeadEvent } from '../../../contract/desk/lead-facts.ts';
import { fieldEventWords } from '../work/event-words.ts';

/** The key that moves an application to each stage. */
export const stageKeys: Readonly<Partial<Record<ApplicationStage, string>>> = {
  screening: 's',
  interview: 'i',
  offer: 'o',
  hired: 'h',
  rejected: 'x',
  'talent-pool': 't',
};

/** The key that starts an answer from each template. */
export const answerKeys: Readonly<Record<Exclude<ApplicationAnswer, 'answer'>, { keys: string; words: string }>> = {
  rejection: { keys: 'd', words: 'Decline politely' },
  invitation: { keys: 'v', words: 'Invite to an interview' },
  keep: { keys: 'p', words: 'Ask whether we may keep it' },
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
  withheld: 'held back: Deliveries says why',
  failed: 'not sent: it failed for good',
  noted: 'noted as sent',
};

/** `4.5 of 5`, or `not rated`. */
export function ratingWords(rating: number | null): string {
  return rating === null ? 'not rated' : `${Number(rating.toFixed(1))} of 5`;
}

/** One line for an entry of the history. @param nameOf the name of an account */
export function applicationEventWords(event: DeskLeadEvent, nameOf: (account: string | null) => string): string {
  const { kind, detail } = event;
  if (kind === 'mail written') return `${templateOf(detail['template'])} written`;
  if (kind === 'mail noted') return `${templateOf(detail['template'])} noted as sent`;
  if (kind === 'mail sent') return `${templateOf(detail['template'])} sent`;
  return fieldEventWords(event, nameOf) ?? eventName(kind);
}

function templateOf(template: unknown): string {
  return templateWords[template as ApplicationAnswer] ?? 'Mail';
}
