import { describe, expect, test } from 'vitest';
import { limits } from '../limits.ts';
import {
  answerFault,
  callHow,
  fillTemplate,
  MEETING_LINK,
  meetingHow,
  templatesFor,
  withMeetingLink,
  type AnswerTemplate,
} from './answer-templates.ts';
import { shippedAnswers } from './shipped-answers.ts';

const facts = {
  name: 'Zoë $& Quill',
  company: 'Quill Ltd',
  request: 'Book a demo',
  topic: 'Prices',
  when: 'Tuesday at 09:00 CET',
  how: meetingHow.reply,
  call: callHow.known,
  applied: 'for the position Editor',
  me: 'Ada Rossi',
  us: 'Ordinata',
};

const all: readonly AnswerTemplate[] = shippedAnswers;

describe.each(all.map((template) => [template.id, template] as const))('the answer %s', (_, template) => {
  test('is filled whole, as what is known stands', () => {
    const { subject, text } = fillTemplate(template, facts);
    expect(subject + text).not.toMatch(/[{}]/);
    expect(text).toContain('Hello Zoë $& Quill,');
    expect(text).toMatch(/Ada Rossi\nOrdinata$/);
    for (const section of template.of) expect(answerFault(section, template.subject + template.text)).toBeUndefined();
    expect([subject.length <= limits.attributionText, text.length < limits.message]).toEqual([true, true]);
  });

  test('reads well where neither name nor company is known', () => {
    const { text } = fillTemplate(template, { ...facts, name: ' ', company: '' });
    expect(text).toMatch(/^Hello,\n/);
    expect(text).not.toMatch(/ {2}| [,.]/);
  });
});

test('each has its own name, and each section some', () => {
  expect(new Set(shippedAnswers.map(({ id }) => id)).size).toBe(shippedAnswers.length);
  expect(templatesFor(shippedAnswers, 'lead').length).toBeGreaterThan(1);
  expect(templatesFor(shippedAnswers, 'message').map(({ of }) => of)).toEqual([['message'], ['message']]);
});

test('a meeting is suggested until one is booked, and confirmed then', () => {
  const ids = (isBooked: boolean) => templatesFor(shippedAnswers, 'lead', { isBooked }).map(({ id }) => id);
  expect([ids(false)[0], ids(false).includes('booked')]).toEqual(['meeting', false]);
  expect([ids(true)[0], ids(true).includes('meeting')]).toEqual(['booked', false]);
});

test('the link of whoever is mailed takes the place of its mark, whatever it is made of', () => {
  expect(withMeetingLink(meetingHow.link, 'https://a.example/meeting?token=$&')).toMatch(
    /suits you here: https:\/\/a\.example\/meeting\?token=\$&$/,
  );
  expect(withMeetingLink(`${MEETING_LINK}, ${MEETING_LINK}`, undefined)).not.toContain('[');
});

test.each([
  ['lead', 'Hello {nmae}', '{nmae}'],
  ['message', 'See you on {when}', '{when}'],
  ['application', `Choose a time: ${MEETING_LINK}`, MEETING_LINK],
  ['lead', 'Choose a time: [link]', '[link]'],
] as const)('an answer to a %s that says “%s” is refused by its words', (section, text, mark) => {
  expect(answerFault(section, text)).toContain(`Leave out ${mark}`);
});
