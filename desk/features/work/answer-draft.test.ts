import { expect, test } from 'vitest';
import { callHow, MEETING_LINK, templatesFor } from '../../../contract/desk/answer-templates.ts';
import { shippedAnswers } from '../../../contract/desk/shipped-answers.ts';
import { answeredSoFar, answerFacts, draftFrom, isEdited, mailtoAddress, readAnswerDraft } from './answer-draft.ts';

const page = { name: 'Zoë Quill', company: 'Quill Ltd', request: 'Book a demo', answers: [] };
const by = { me: 'Ada Rossi', us: 'Ordinata' };
const none = { ahead: undefined, linked: false, zone: 'Europe/Rome' };
const facts = answerFacts(page, by, none);

test('an answer begins as its template, and what is written in it counts as one’s own', () => {
  const draft = draftFrom('meeting', templatesFor(shippedAnswers, 'lead'), facts);
  expect(draft).toMatchObject({
    template: 'meeting',
    subject: 'Your request to Ordinata: a time to talk',
    text: expect.stringContaining('Hello Zoë Quill,'),
  });
  expect(isEdited(draft, draft)).toBe(false);
  expect(isEdited({ ...draft, text: `${draft.text} ` }, draft)).toBe(false);
  expect(isEdited({ ...draft, text: draft.text.replace('Half an hour', 'An hour') }, draft)).toBe(true);
  expect(isEdited({ ...draft, subject: 'Tea' }, draft)).toBe(true);
  expect(draftFrom('meeting', templatesFor(shippedAnswers, 'message'), facts)).toEqual({ template: '', subject: '', text: '' });
});

test('a message is answered by its own subject', () => {
  const answers = [{ name: 'subject', label: 'Subject', value: 'Prices' }];
  expect(draftFrom('message', templatesFor(shippedAnswers, 'message'), answerFacts({ ...page, answers }, by, none)).subject).toBe(
    'Re: Prices',
  );
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
    draftFrom(
      'booked',
      templatesFor(shippedAnswers, 'lead', { isBooked: true }),
      answerFacts(page, by, { ...none, linked: true, ahead: { at, zone } }),
    ).text;
  expect(booked('America/New_York')).toMatch(/We meet on Tuesday,? 24 November 2026 at 09:00 (GMT-5|EST)\./);
  expect(booked()).toMatch(/We meet on Tuesday,? 24 November 2026 at 15:00 CET\./);
  const suggested = (linked: boolean) =>
    draftFrom('meeting', templatesFor(shippedAnswers, 'lead'), answerFacts(page, by, { ...none, linked })).text;
  expect(suggested(true)).toContain(`here: ${MEETING_LINK}`);
  expect(suggested(false)).toContain('two or three times');
});

test('what a ready answer says of the past is true: it asks once more after an answer, and offers another time after a cancelled meeting', () => {
  const entry = (kind: string, at: number) => ({ id: String(at), at, kind, actor: null, text: null, mentions: [], detail: {} });
  const idsOf = (kinds: string[], held: 'held' | 'missed' | null) => {
    const timeline = kinds.map((kind, index) => entry(kind, index));
    return templatesFor(shippedAnswers, 'lead', answeredSoFar({ held, timeline }, { ahead: undefined })).map(({ id }) => id);
  };
  const ids = (...kinds: string[]) => idsOf(kinds, null);
  expect(ids('received')).toEqual(['meeting', 'question', 'no-fit']);
  expect(ids('received', 'answered')).toEqual(['meeting', 'question', 'reminder', 'no-fit']);
  expect(ids('meeting booked', 'meeting cancelled')).toEqual(['cancelled', 'meeting', 'question', 'no-fit']);
  expect(ids('meeting booked', 'meeting cancelled', 'meeting booked')).toEqual(['meeting', 'question', 'no-fit']);
  expect(idsOf(['meeting booked'], 'missed')).toEqual(['missed', 'meeting', 'question', 'no-fit']);
  expect(idsOf(['meeting booked'], 'held')).toEqual(['meeting', 'question', 'no-fit']);
});

test('whoever gave a telephone number is not asked for it', () => {
  const asked = (answers: { name: string; label: string; value: string }[]) =>
    draftFrom('question', templatesFor(shippedAnswers, 'lead'), answerFacts({ ...page, answers }, by, none)).text;
  expect(asked([])).toContain(callHow.unknown);
  expect(asked([{ name: 'phone', label: 'Telephone', value: '+39 02 1234' }])).toContain(`by telephone, ${callHow.known}.`);
});
