import { OWN_WORDS, type AnswerTemplate } from './answer-templates.ts';

/** Ready answers as they ship. Staff may change each, and add their own. */
export const shippedAnswers = [
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
    id: 'missed',
    title: 'Not held: another time',
    of: ['lead'],
    booked: false,
    missed: true,
    subject: 'We missed each other: another time',
    text: `Hello {name},

we did not meet as we had arranged. That happens, and I am glad to find another time.

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
  {
    id: 'answer',
    title: 'Answer',
    of: ['application'],
    subject: 'Your application',
    text: `Hello {name},

thank you for your application {applied}.

Kind regards
{me}
{us}`,
  },
  {
    id: 'invitation',
    title: 'Invitation',
    of: ['application'],
    subject: 'A first conversation',
    text: `Hello {name},

thank you for your application {applied}. We would like to get to know you.

Would half an hour this week or next suit you? Answer with two or three times that do, and I send an invitation.

Kind regards
{me}
{us}`,
  },
  {
    id: 'rejection',
    title: 'Polite refusal',
    of: ['application'],
    subject: 'Your application',
    text: `Hello {name},

thank you for your application {applied}, and for the time that you took. We have decided to go on with somebody else.

That says nothing against you: we wish you a place that fits.

Kind regards
{me}
{us}`,
  },
  {
    id: 'keep',
    title: 'Request to keep it',
    of: ['application'],
    subject: 'May we keep your application?',
    text: `Hello {name},

thank you for your application {applied}. We have no place that fits just now, and would like to write to you once we have one.

For that we need your consent to keep your application and your CV.

Kind regards
{me}
{us}`,
  },
] as const satisfies readonly AnswerTemplate[];
