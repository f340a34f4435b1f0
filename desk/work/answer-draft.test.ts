import { expect, test } from 'vitest';
import { answerFacts, draftFrom, isEdited, mailtoAddress, readAnswerDraft } from './answer-draft.ts';

const page = { name: 'Zoë Quill', company: 'Quill Ltd', request: 'Book a demo', answers: [] };
const facts = answerFacts(page, 'Ada Rossi', 'Ordinata');

test('an answer begins as its template, and what is written in it counts as one’s own', () => {
  const draft = draftFrom('meeting', 'lead', facts);
  expect(draft).toMatchObject({
    template: 'meeting',
    subject: 'A time to meet',
    text: expect.stringContaining('Hello Zoë Quill,'),
  });
  expect(isEdited(draft, draft)).toBe(false);
  expect(isEdited({ ...draft, text: `${draft.text} ` }, draft)).toBe(false);
  expect(isEdited({ ...draft, text: draft.text.replace('Would', 'Might') }, draft)).toBe(true);
  expect(isEdited({ ...draft, subject: 'Tea' }, draft)).toBe(true);
  expect(draftFrom('meeting', 'message', facts)).toEqual({ template: '', subject: '', text: '' });
});

test('a message is answered by its own subject', () => {
  const answers = [{ name: 'subject', label: 'Subject', value: 'Prices' }];
  expect(draftFrom('message', 'message', answerFacts({ ...page, answers }, 'Ada', 'Us')).subject).toBe('Re: Prices');
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
