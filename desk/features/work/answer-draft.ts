import * as v from 'valibot';
import {
  callHow,
  fillTemplate,
  meetingHow,
  type AnsweredSoFar,
  type AnswerFacts,
  type AnswerTemplate,
} from '../../../contract/desk/answer-templates.ts';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { wasCancelled, type StandingMeeting } from '../../../contract/desk/standing-meeting.ts';
import { dateTime } from '../../../contract/figures/format.ts';
import { readTyped } from '../../parts/drafts.ts';
import type { ReadWork } from './read-work.ts';

/** `template`: the id of the template that the text started from; empty for none. */
export type AnswerDraft = { template: string; subject: string; text: string };

/** `read`: what the user had read of the page when the answer was started. */
type StoredDraft = AnswerDraft & { read?: ReadWork | undefined };

const stored = v.object({
  template: v.string(),
  subject: v.string(),
  text: v.string(),
  read: v.optional(v.object({ version: v.number(), entry: v.nullable(v.string()) })),
});

/** Reads a stored draft; undefined for an empty one, or one from an older build. */
export function readAnswerDraft(text: string): StoredDraft | undefined {
  return readTyped(stored, text);
}

type Answered = Pick<DeskLeadPage, 'name' | 'company' | 'request' | 'answers'>;

/** `zone`: the company's time zone. `linked`: visitors can book times on the site. */
export type MeetingWays = { ahead: Pick<StandingMeeting, 'at' | 'zone'> | undefined; linked: boolean; zone: string };

/** The facts that the answer templates insert. */
export function answerFacts(page: Answered, { me, us }: { me: string; us: string }, meeting: MeetingWays): AnswerFacts {
  const { ahead, linked, zone } = meeting;
  const topic = page.answers.find(({ name }) => name === 'subject')?.value ?? page.request;
  const when = ahead === undefined ? '' : dateTime(ahead.at, ahead.zone ?? zone, 'long');
  const how = meetingHow[linked ? 'link' : 'reply'];
  const call = callHow[page.answers.some(({ name, value }) => name === 'phone' && value !== '') ? 'known' : 'unknown'];
  return { name: page.name, company: page.company, request: page.request, topic, when, how, call, me, us };
}

/** What has already happened with this lead, to choose the fitting templates. */
export function answeredSoFar(
  { timeline, held }: Pick<DeskLeadPage, 'timeline' | 'held'>,
  { ahead }: Pick<MeetingWays, 'ahead'>,
): AnsweredSoFar {
  return {
    isBooked: ahead !== undefined,
    isCancelled: wasCancelled(timeline),
    isMissed: held === 'missed',
    isAnswered: timeline.some(({ kind }) => kind === 'answered'),
  };
}

export function draftFrom(template: string, templates: readonly AnswerTemplate[], facts: AnswerFacts): AnswerDraft {
  const chosen = templates.find(({ id }) => id === template);
  return chosen === undefined ? { template: '', subject: '', text: '' } : { template, ...fillTemplate(chosen, facts) };
}

/** Whether the user changed the text. @param begun the text that the draft started from */
export function isEdited(draft: Words, begun: Words): boolean {
  return draft.text.trim() !== begun.text.trim() || draft.subject.trim() !== begun.subject.trim();
}

type Words = Pick<AnswerDraft, 'subject' | 'text'>;

/** A mailto address. Lines end with CRLF (RFC 6068). */
export function mailtoAddress(to: string, { subject, text }: Words): string {
  const body = text.replaceAll(/\r?\n/g, '\r\n');
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
