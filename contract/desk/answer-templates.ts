import type { LeadSection } from './lead-facts.ts';

/** A ready answer. `{name}` and its like stand for what is known of whoever is answered; the text is edited before it goes. */
export type AnswerTemplate = Readonly<{ id: string; title: string; of: readonly LeadSection[]; subject: string; text: string }>;

/** `request`: in the words of its form. `topic`: the subject that somebody gave a message. `me`: who answers; `us`: the company. */
export type AnswerFacts = Readonly<Record<'name' | 'company' | 'request' | 'topic' | 'me' | 'us', string>>;

export const answerTemplates = [
  {
    id: 'meeting',
    title: 'Suggest a meeting',
    of: ['lead'],
    subject: 'A time to meet',
    text: `Hello {name},

thank you for your request on our site ({request}). We would like to hear what {company} is looking for, and to show you what we do.

Would half an hour this week or next suit you? Answer with two or three times that do, and I send an invitation.

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

export function templatesFor(section: LeadSection): AnswerTemplate[] {
  return answerTemplates.filter(({ of }: AnswerTemplate) => of.includes(section));
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
