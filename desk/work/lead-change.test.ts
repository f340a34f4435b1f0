import { expect, test } from 'vitest';
import type { LeadWork } from '../../contract/desk/lead-facts.ts';
import { conflictWords, mentionsIn, namesLike, typedName } from './lead-change.ts';

const colleagues = [
  { id: 'a', name: 'Ada' },
  { id: 'r', name: 'Ada Rossi' },
  { id: 'b', name: 'Björn Åkesson' },
];

test('a note names whom it says, the longest name first', () => {
  expect(mentionsIn('@Ada Rossi please call', colleagues)).toEqual(['r']);
  expect(mentionsIn('@ada and @BJÖRN åkesson', colleagues)).toEqual(['b', 'a']);
  expect(mentionsIn('ada@rossi.example, @Nobody', colleagues)).toEqual([]);
});

test('a name is offered while it is typed', () => {
  expect(typedName('Please ask @')).toBe('');
  expect(typedName('Please ask @Björn Å')).toBe('Björn Å');
  expect(typedName('mail ada@rossi')).toBeUndefined();
  expect(typedName('@Ada: done')).toBeUndefined();
  expect(namesLike('ro', colleagues).map(({ id }) => id)).toEqual(['r']);
  expect(namesLike('ada rossi', colleagues)).toEqual([]);
});

test('whoever was second reads what the lead is now, and what of theirs was not done', () => {
  const now: LeadWork = { state: 'meeting', owner: 'b', lostReason: null, version: 4 };
  expect(conflictWords(now, 'Won', () => 'Björn')).toBe('It is Meeting now and belongs to Björn. Yours was not carried out: Won.');
});
