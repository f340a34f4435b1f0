import * as v from 'valibot';
import { fillTemplate, templatesFor, type AnswerFacts } from '../../contract/desk/answer-templates.ts';
import type { DeskLeadPage } from '../../contract/desk/lead-facts.ts';

/** An answer that is being written. `template`: the one it began with; empty where it began with nothing. */
export type AnswerDraft = { template: string; subject: string; text: string };

const stored = v.object({ template: v.string(), subject: v.string(), text: v.string() });

/** What stands in a draft's storage; undefined where there is none, or one of an older build. */
export function readAnswerDraft(text: string): AnswerDraft | undefined {
  if (text === '') return undefined;
  try {
    const parsed = v.safeParse(stored, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Of whoever is answered, by whom. */
export function answerFacts(page: Pick<DeskLeadPage, 'name' | 'company' | 'request' | 'answers'>, me: string, us: string): AnswerFacts {
  const topic = page.answers.find(({ name }) => name === 'subject')?.value ?? page.request;
  // Who is written to by name is written to by the first: the rest is on the page.
  return { name: page.name, company: page.company, request: page.request, topic, me, us };
}

export function draftFrom(template: string, section: 'lead' | 'message', facts: AnswerFacts): AnswerDraft {
  const chosen = templatesFor(section).find(({ id }) => id === template);
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
