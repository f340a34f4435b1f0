import { expect, test } from 'vitest';
import { MEETING_LINK, templatesFor } from '../../contract/desk/answer-templates.ts';
import { answerFacts, draftFrom, isEdited, mailtoAddress, readAnswerDraft } from './answer-draft.ts';

const page = { name: 'Zoë Quill', company: 'Quill Ltd', request: 'Book a demo', answers: [] };
const by = { me: 'Ada Rossi', us: 'Ordinata' };
const none = { ahead: undefined, linked: false, zone: 'Europe/Rome' };
const facts = answerFacts(page, by, none);

test('an answer begins as its template, and what is written in it counts as one’s own', () => {
  const draft = draftFrom('meeting', templatesFor('lead'), facts);
  expect(draft).toMatchObject({
    template: 'meeting',
    subject: 'Your request to Ordinata: a time to talk',
    text: expect.stringContaining('Hello Zoë Quill,'),
  });
  expect(isEdited(draft, draft)).toBe(false);
  expect(isEdited({ ...draft, text: `${draft.text} ` }, draft)).toBe(false);
  expect(isEdited({ ...draft, text: draft.text.replace('Half an hour', 'An hour') }, draft)).toBe(true);
  expect(isEdited({ ...draft, subject: 'Tea' }, draft)).toBe(true);
  expect(draftFrom('meeting', templatesFor('message'), facts)).toEqual({ template: '', subject: '', text: '' });
});

test('a message is answered by its own subject', () => {
  const answers = [{ name: 'subject', label: 'Subject', value: 'Prices' }];
  expect(draftFrom('message', templatesFor('message'), answerFacts({ ...page, answers }, by, none)).subject).toBe('Re: Prices');
});

test('a draft is read as it was stored, and what is none is passed over', () => {
  const draft = { template: 'meeting', subject: 'a', text: 'b' };
  expect(readAnswerDraft(JSON.stringify(draft))).toEqual(draft);
  for (const text of ['', 'x', '{}', '{"subject":1}', 'null']) expect(readAnswerDraft(text)).toBeUndefined();
});

test('a mail program gets address, subject and lines as they are', () => {
  const address = mailtoAddress('zoë+tag&x@quill.example', { subject: 'A & B?', text: 'One\ntwo + 100 %' });
  const url = new URL(address);
  expect(decodeURIComponent(url.pathname)).toBe('zoë+tag&x@quill.example');
  expect(address).not.toMatch(/[ \n]|&x/);
  const fields = Object.fromEntries(
    url.search
      .slice(1)
      .split('&')
      .map((pair) => pair.split('=').map(decodeURIComponent)),
  );
  expect(fields).toEqual({ subject: 'A & B?', body: 'One\r\ntwo + 100 %' });
});

test('a meeting that is booked is named in the visitor’s own zone, else the company’s; without one its link is offered where there is one', () => {
  const at = Date.UTC(2026, 10, 24, 14);
  const booked = (zone?: string) =>
    draftFrom('booked', templatesFor('lead', true), answerFacts(page, by, { ...none, linked: true, ahead: { at, zone } })).text;
  expect(booked('America/New_York')).toMatch(/We meet on Tuesday,? 24 November 2026 at 09:00 (GMT-5|EST)\./);
  expect(booked()).toMatch(/We meet on Tuesday,? 24 November 2026 at 15:00 CET\./);
  const suggested = (linked: boolean) => draftFrom('meeting', templatesFor('lead'), answerFacts(page, by, { ...none, linked })).text;
  expect(suggested(true)).toContain(`here: ${MEETING_LINK}`);
  expect(suggested(false)).toContain('two or three times');
});
