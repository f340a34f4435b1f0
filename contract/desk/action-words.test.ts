import { expect, test } from 'vitest';
import { actionDetailWords, actionWords } from './action-words.ts';

const nameOf = (account: string) => (account === '0199' ? 'Ada Example' : undefined);

test.each([
  [{ roles: 'figures admin' }, 'roles: Figures and Administrator'],
  [{ way: 'first' }, 'by: the link of the first start'],
  [{ from: null, to: '0199' }, 'to: Ada Example'],
  [{ from: 'new', to: 'lost', reason: 'too small' }, 'from: New, to: Lost, reason: too small'],
  [{ addresses: 0, asked: false }, 'addresses: 0'],
  [{ addresses: 1, asked: true }, 'addresses: 1, one address was looked up'],
  [{ cancelled: true }, 'cancelled'],
  [{ cancelled: false }, 'not cancelled'],
  [{ crm: 'hubspot', note: '' }, 'crm: hubspot'],
  [{ leads: 50, filters: 'state since until' }, 'leads: 50, chosen by state, day'],
  [{ to: 'won', outcome: 'done' }, 'to: Won'],
  [{ outcome: 'changed since' }, 'not done: somebody changed it meanwhile'],
])('%j', (detail, words) => {
  expect(actionDetailWords(detail, nameOf)).toBe(words);
});

test('an action begins as a sentence does', () => {
  expect(['lead opened', 'cv opened', 'CRM field changed'].map(actionWords)).toEqual(['Lead opened', 'CV opened', 'CRM field changed']);
});
