import type { LeadSection } from './lead-facts.ts';

/** A ready answer. `{name}` and its like stand for what is known of whoever is answered; the text is edited before it goes. */
export type AnswerTemplate = Readonly<{
  id: string;
  title: string;
  of: readonly LeadSection[];
  /** Whether a meeting has to be booked for it, or must not be; without it neither. */
  booked?: boolean;
  subject: string;
  text: string;
}>;

/**
 * `request`: in the words of its form. `topic`: the subject that somebody gave a message. `when`: the time of the meeting that is booked, with its zone.
 * `how`: what whoever is answered does to get a meeting. `me`: who answers; `us`: the company.
 */
export type AnswerFacts = Readonly<Record<'name' | 'company' | 'request' | 'topic' | 'when' | 'how' | 'me' | 'us', string>>;

/** In its place whoever is mailed finds a link of their own, which is made as the mail leaves: nobody else has it. */
export const MEETING_LINK = '[link to choose a time]';

/** How to get a meeting, by whether visitors choose its time on the site. */
export const meetingHow = {
  link: `Half an hour is enough. Choose the time that suits you here: ${MEETING_LINK}`,
  reply: 'Would half an hour this week or next suit you? Answer with two or three times that do, and I send an invitation.',
} as const;

/** A text with a link in the place of its mark; where none can be made, with what to do instead. */
export function withMeetingLink(text: string, link: string | undefined): string {
  return text.replaceAll(MEETING_LINK, () => link ?? 'answer this mail with two or three times');
}

export const answerTemplates = [
  {
    id: 'booked',
    title: 'Confirm the meeting',
    of: ['lead'],
    booked: true,
    subject: 'Our meeting on {when}',
    text: `Hello {name},

thank you for choosing a time. We meet on {when}.

Is there anything that you would like to see or to ask? Answer this mail, also if another time suits you better.

Kind regards
{me}
{us}`,
  },
  {
    id: 'meeting',
    title: 'Suggest a meeting',
    of: ['lead'],
    booked: false,
    subject: 'A time to meet',
    text: `Hello {name},

thank you for your request on our site ({request}). We would like to hear what {company} is looking for, and to show you what we do.

{how}

Kind regards
{me}
{us}`,
  },
  {
    id: 'question',
    title: 'Ask what they need',
    of: ['lead'],
    subject: 'Your request to {us}',
    text: `Hello {name},

thank you for your request on our site ({request}). So that our answer fits, two questions: what would you like to reach, and by when?

You reach me by answering this mail.

Kind regards
{me}
{us}`,
  },
  {
    id: 'reminder',
    title: 'Ask once more',
    of: ['lead'],
    subject: 'Your request to {us}',
    text: `Hello {name},

some days ago I answered your request ({request}). Is it still of interest to {company}? A line is enough, also if it is not.

Kind regards
{me}
{us}`,
  },
  {
    id: 'no-fit',
    title: 'Say that it does not fit',
    of: ['lead'],
    subject: 'Your request to {us}',
    text: `Hello {name},

thank you for your request on our site ({request}). What you are looking for is not what we offer at present, and I would rather say so at once.

Should that change, you are welcome to write again.

Kind regards
{me}
{us}`,
  },
  {
    id: 'message',
    title: 'Answer the message',
    of: ['message'],
    subject: 'Re: {topic}',
    text: `Hello {name},

thank you for your message.

Kind regards
{me}
{us}`,
  },
  {
    id: 'passed-on',
    title: 'Say who looks after it',
    of: ['message'],
    subject: 'Re: {topic}',
    text: `Hello {name},

thank you for your message. I have passed it to the colleague who knows most about it; you will hear from us within two working days.

Kind regards
{me}
{us}`,
  },
] as const satisfies readonly AnswerTemplate[];

/** @param isBooked whether a meeting is to come */
export function templatesFor(section: LeadSection, isBooked = false): AnswerTemplate[] {
  return answerTemplates.filter(({ of, booked = isBooked }: AnswerTemplate) => of.includes(section) && booked === isBooked);
}

/** What is not known is left out, with the space before it; of a company that nobody named one is spoken to as `you`. */
export function fillTemplate({ subject, text }: AnswerTemplate, facts: AnswerFacts): { subject: string; text: string } {
  const known: Readonly<Record<string, string>> = { ...facts, company: facts.company || 'you' };
  const filled = (words: string) =>
    words.replaceAll(/( ?)\{(\w+)\}/g, (whole, space: string, name: string) => {
      const value = Object.hasOwn(known, name) ? known[name]!.trim() : undefined;
      if (value === undefined) return whole;
      return value === '' ? '' : `${space}${value}`;
    });
  return { subject: filled(subject).trim(), text: filled(text) };
}
