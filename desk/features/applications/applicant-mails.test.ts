import { expect, test } from 'vitest';
import { applicationAnswers } from '../../../contract/desk/application-stages.ts';
import { SPONTANEOUS_SUBJECT } from '../../../contract/posting.ts';
import { shippedAnswers } from '../../../contract/desk/shipped-answers.ts';
import { begunMail } from './applicant-mails.ts';

test.each(applicationAnswers)('a mail (%s) names the position, or the company where somebody applied for none', (template) => {
  const facts = { name: 'Ada', me: 'Hanna', us: 'Sample' };
  expect(begunMail(template, shippedAnswers, { ...facts, position: 'Editor' }).text).toContain('your application for the position Editor');
  const { text } = begunMail(template, shippedAnswers, { ...facts, position: SPONTANEOUS_SUBJECT });
  expect([text.includes('your application to Sample'), text.includes(SPONTANEOUS_SUBJECT)]).toEqual([true, false]);
});
