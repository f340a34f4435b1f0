import type { LeadSection } from './lead-facts.ts';
import type { Permission } from './roles.ts';

/** A ready answer. `{name}` and the other AnswerFacts are filled in; staff edit the text before sending it. */
export type AnswerTemplate = Readonly<{
  id: string;
  title: string;
  of: readonly LeadSection[];
  /** Only with a booked meeting (true), or only without one (false); undefined: both. */
  booked?: boolean | undefined;
  /** Only after a meeting was cancelled. */
  cancelled?: true | undefined;
  /** Only after a meeting was marked as not held. */
  missed?: true | undefined;
  /** Only if an answer was sent before. */
  answered?: true | undefined;
  subject: string;
  text: string;
}>;

/**
 * `request`: in the words of its form. `topic`: the subject of a message. `when`: the time of the booked meeting, with its zone. `how`: what the
 * recipient does to get a meeting. `call`: what they do to be called. `applied`: `for the position Editor`. `me`: who answers; `us`: the company.
 */
export type AnswerFacts = Readonly<Partial<Record<AnswerFact, string>>>;

export type AnswerFact = 'name' | 'company' | 'request' | 'topic' | 'when' | 'how' | 'call' | 'applied' | 'me' | 'us';

/** Permissions to write a section's answers: to work on the section, and for answers to leads and messages also to edit the site's words. */
export const answerWriters: Readonly<Record<LeadSection, readonly Permission[]>> = {
  lead: ['leads.work', 'content.edit'],
  message: ['messages.work', 'content.edit'],
  application: ['applications.work'],
};

/** What each section's answers may insert. */
export const sectionFacts: Readonly<Record<LeadSection, readonly AnswerFact[]>> = {
  lead: ['name', 'company', 'request', 'when', 'how', 'call', 'me', 'us'],
  message: ['name', 'company', 'topic', 'me', 'us'],
  application: ['name', 'applied', 'me', 'us'],
};

/** Replaced by a personal link while the mail is sent, so that only the recipient has the link. */
export const MEETING_LINK = '[link to choose a time]';

/** Marks where staff write. A text that still contains it is not sent. */
export const OWN_WORDS = '[your answer]';

/** How to get a meeting, by whether visitors choose its time on the site. */
export const meetingHow = {
  link: `Choose the time that suits you here: ${MEETING_LINK}`,
  reply: 'Answer with two or three times that suit you this week or next, and your time zone, and I send an invitation.',
} as const;

/** How to be called, by whether we have a phone number. */
export const callHow = { known: 'tell me when to call you', unknown: 'send me a number and a time' } as const;

/** Replaces the mark by a link, or, if there is none, by what to do instead. */
export function withMeetingLink(text: string, link: string | undefined): string {
  return text.replaceAll(MEETING_LINK, () => link ?? 'answer this mail with two or three times');
}

/** What happened with the recipient. `isBooked`: a meeting is still to come. `isCancelled`: the last meeting was cancelled; `isMissed`: it was not held. */
export type AnsweredSoFar = Readonly<{ isBooked?: boolean; isCancelled?: boolean; isMissed?: boolean; isAnswered?: boolean }>;

/** The templates that fit the recipient; the first one is the default. */
export function templatesFor<T extends AnswerTemplate>(
  templates: readonly T[],
  section: LeadSection,
  { isBooked = false, isCancelled = false, isMissed = false, isAnswered = false }: AnsweredSoFar = {},
): T[] {
  return templates.filter(
    ({ of, booked = isBooked, cancelled, missed, answered }) =>
      of.includes(section) &&
      booked === isBooked &&
      (isCancelled || cancelled !== true) &&
      (isMissed || missed !== true) &&
      (isAnswered || answered !== true),
  );
}

/** A fact that is not known is left out with the space before it; an unknown company becomes `you`. */
export function fillTemplate({ subject, text }: AnswerTemplate, facts: AnswerFacts): { subject: string; text: string } {
  const known: Readonly<Record<string, string | undefined>> = { ...facts, company: facts.company || 'you' };
  const filled = (words: string) =>
    words.replaceAll(/( ?)\{(\w+)\}/g, (whole, space: string, name: string) => {
      const value = Object.hasOwn(known, name) ? known[name]?.trim() : undefined;
      if (value === undefined) return whole;
      return value === '' ? '' : `${space}${value}`;
    });
  return { subject: filled(subject).trim(), text: filled(text) };
}

/** Why a text cannot be a ready answer's, as a message to whoever writes it; undefined: it can. */
export function answerFault(section: LeadSection, text: string): string | undefined {
  const known = sectionFacts[section];
  const strange = [...text.matchAll(/\{([^{}\n]*)\}/g)].find(([, name]) => !known.some((fact) => fact === name));
  if (strange !== undefined) return `Leave out ${strange[0]}: only ${known.map((fact) => `{${fact}}`).join(', ')} are filled in here`;
  const marks: readonly string[] = section === 'application' ? [OWN_WORDS] : [MEETING_LINK, OWN_WORDS];
  const mark = (text.match(/\[[^[\]\n]*\]/g) ?? []).find((one) => !marks.includes(one));
  return mark === undefined ? undefined : `Leave out ${mark}: only ${marks.join(' and ')} are filled in here`;
}
