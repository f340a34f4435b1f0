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

/** An answer that is being written. `template`: the one it began with; empty where it began with nothing. */
export type AnswerDraft = { template: string; subject: string; text: string };

/** `read`: what was read of the page when it was begun. */
type StoredDraft = AnswerDraft & { read?: ReadWork | undefined };

const stored = v.object({
  template: v.string(),
  subject: v.string(),
  text: v.string(),
  read: v.optional(v.object({ version: v.number(), entry: v.nullable(v.string()) })),
});

/** What stands in a draft's storage; undefined where there is none, or one of an older build. */
export function readAnswerDraft(text: string): StoredDraft | undefined {
  return readTyped(stored, text);
}

type Answered = Pick<DeskLeadPage, 'name' | 'company' | 'request' | 'answers'>;

/** `zone`: the company's. `linked`: visitors choose times on the site. */
export type MeetingWays = { ahead: Pick<StandingMeeting, 'at' | 'zone'> | undefined; linked: boolean; zone: string };

/** Of whoever is answered, by whom. */
export function answerFacts(page: Answered, { me, us }: { me: string; us: string }, meeting: MeetingWays): AnswerFacts {
  const { ahead, linked, zone } = meeting;
  const topic = page.answers.find(({ name }) => name === 'subject')?.value ?? page.request;
  const when = ahead === undefined ? '' : dateTime(ahead.at, ahead.zone ?? zone, 'long');
  const how = meetingHow[linked ? 'link' : 'reply'];
  const call = callHow[page.answers.some(({ name, value }) => name === 'phone' && value !== '') ? 'known' : 'unknown'];
  // Who is written to by name is written to by the first: the rest is on the page.
  return { name: page.name, company: page.company, request: page.request, topic, when, how, call, me, us };
}

/** Which ready answers are true of them, by their history. */
export function answeredSoFar({ timeline }: Pick<DeskLeadPage, 'timeline'>, { ahead }: Pick<MeetingWays, 'ahead'>): AnsweredSoFar {
  return {
    isBooked: ahead !== undefined,
    isCancelled: wasCancelled(timeline),
    isAnswered: timeline.some(({ kind }) => kind === 'answered'),
  };
}

export function draftFrom(template: string, templates: readonly AnswerTemplate[], facts: AnswerFacts): AnswerDraft {
  const chosen = templates.find(({ id }) => id === template);
  return chosen === undefined ? { template: '', subject: '', text: '' } : { template, ...fillTemplate(chosen, facts) };
}

/** Whether somebody wrote anything of their own. `begun`: what the draft began as. */
export function isEdited(draft: Words, begun: Words): boolean {
  return draft.text.trim() !== begun.text.trim() || draft.subject.trim() !== begun.subject.trim();
}

type Words = Pick<AnswerDraft, 'subject' | 'text'>;

/** Opens in the mail program of whoever presses it. Lines end as RFC 6068 has them. */
export function mailtoAddress(to: string, { subject, text }: Words): string {
  const body = text.replaceAll(/\r?\n/g, '\r\n');
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
