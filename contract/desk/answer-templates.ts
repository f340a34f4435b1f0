import type { LeadSection } from './lead-facts.ts';

/** A ready answer. `{name}` and the other AnswerFacts are filled in; staff edit the text before sending it. */
export type AnswerTemplate = Readonly<{
  id: string;
  title: string;
  of: readonly LeadSection[];
  /** Only with a booked meeting (true), or only without one (false); undefined: both. */
  booked?: boolean;
  /** Only after a meeting was cancelled. */
  cancelled?: true;
  /** Only if an answer was sent before. */
  answered?: true;
  subject: string;
  text: string;
}>;

/**
 * `request`: in the words of its form. `topic`: the subject of a message. `when`: the time of the booked meeting, with its zone. `how`: what the
 * recipient does to get a meeting. `call`: what they do to be called. `me`: who answers; `us`: the company.
 */
export type AnswerFacts = Readonly<Record<'name' | 'company' | 'request' | 'topic' | 'when' | 'how' | 'call' | 'me' | 'us', string>>;

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

export const answerTemplates = [
  {
    id: 'booked',
    title: 'Confirm the meeting',
    of: ['lead'],
    booked: true,
    subject: 'Our meeting on {when}',
    text: `Hello {name},

thank you for choosing a time. We meet on {when}. Half an hour is set aside for it.

So that you get the most out of it, I would like to prepare for your questions and not for anybody’s. A line or two in answer to this mail is enough: what you look after, and what you would like to see first. Colleagues who decide with you are welcome.

If another time suits you better, the link in your confirmation moves the meeting or cancels it.

Kind regards
{me}
{us}`,
  },
  {
    id: 'cancelled',
    title: 'Offer another time',
    of: ['lead'],
    booked: false,
    cancelled: true,
    subject: 'Our meeting: another time',
    text: `Hello {name},

our meeting was cancelled. If the questions that it was about are still of interest to {company}, I am glad to find another time.

{how}

If you would rather not meet, answer this mail in a line, and I do not ask again.

Kind regards
{me}
{us}`,
  },
  {
    id: 'meeting',
    title: 'Suggest a meeting',
    of: ['lead'],
    booked: false,
    subject: 'Your request to {us}: a time to talk',
    text: `Hello {name},

thank you for your request on our site ({request}). I would like to show {company} what we do on the questions that you work with, and hear what a good answer to them would be. Half an hour is enough for both.

{how}

If you would like something in writing first, tell me what, and it comes with my answer.

Kind regards
{me}
{us}`,
  },
  {
    id: 'question',
    title: 'Ask what they need',
    of: ['lead'],
    subject: 'Your request to {us}: two questions',
    text: `Hello {name},

thank you for your request on our site ({request}). So that my answer is about {company} and not about everybody, two short questions:

1. What would you like to reach, and by when?
2. Which markets or portfolios is it about, and how do you go about it today?

A line for each is enough. If you would rather say it by telephone, {call}.

Kind regards
{me}
{us}`,
  },
  {
    id: 'reminder',
    title: 'Ask once more',
    of: ['lead'],
    answered: true,
    subject: 'Your request to {us}: is it still of interest?',
    text: `Hello {name},

some days ago I answered your request ({request}), and have not heard from you since. Is it still of interest to {company}?

If it is, tell me what is missing or when to call you. If this is the wrong moment, name a better month and I write again then. If it is no longer of interest, a “no” is enough, and I do not write again.

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

thank you for your request on our site ({request}) and your interest in {us}. I have looked at it with care: what you need is not what we offer at present, and I would rather say so at once than keep you waiting.

Should your plans change, answer this mail. I then know what you asked for, and you need not begin again.

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

thank you for your message about “{topic}”.

${OWN_WORDS}

If anything is left open, answer this mail: it comes to me directly.

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

thank you for your message about “{topic}”. I have passed it, as you wrote it, to the colleague who knows most about it: you need not explain anything again. You hear from us within two working days.

If it is urgent, answer this mail and say by when you need to know.

Kind regards
{me}
{us}`,
  },
] as const satisfies readonly AnswerTemplate[];

/** What happened with the recipient. `isBooked`: a meeting is still to come. `isCancelled`: the last meeting was cancelled. */
export type AnsweredSoFar = Readonly<{ isBooked?: boolean; isCancelled?: boolean; isAnswered?: boolean }>;

/** The templates that fit the recipient; the first one is the default. */
export function templatesFor(
  section: LeadSection,
  { isBooked = false, isCancelled = false, isAnswered = false }: AnsweredSoFar = {},
): AnswerTemplate[] {
  return answerTemplates.filter(
    ({ of, booked = isBooked, cancelled, answered }: AnswerTemplate) =>
      of.includes(section) && booked === isBooked && (isCancelled || cancelled !== true) && (isAnswered || answered !== true),
  );
}

/** A fact that is not known is left out with the space before it; an unknown company becomes `you`. */
export function fillTemplate({ subject, text }: AnswerTemplate, facts: AnswerFacts): { subject: string; text: string } {
  const known: Readonly<Record<string, string>> = { ...facts, company: facts.company || 'you' };
  const filled = (words: string) =>
    words.replaceAll(/( ?)\{(\w+)\}/g, (whole, space: string, name: string) => {
      const value = Object.hasOwn(known, name) ? known[name]?.trim() : undefined;
      if (value === undefined) return whole;
      return value === '' ? '' : `${space}${value}`;
    });
  return { subject: filled(subject).trim(), text: filled(text) };
}
