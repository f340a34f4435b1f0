import { expect, test } from 'vitest';
import { mentionsIn, namesLike, typedName } from './mentions.ts';

const colleagues = [
  { id: 'a', name: 'Ada' },
  { id: 'r', name: 'Ada Rossi' },
  { id: 'b', name: 'Björn Åkesson' },
];

test('a note names whom it says, the longest name first', () => {
  expect(mentionsIn('@Ada Rossi please call', colleagues)).toEqual({ named: ['r'], unknown: [] });
  expect(mentionsIn('@ada and @BJÖRN åkesson', colleagues)).toEqual({ named: ['b', 'a'], unknown: [] });
  expect(mentionsIn('ada@rossi.example, @Nobody', colleagues)).toEqual({ named: [], unknown: ['@nobody'] });
});

test('a first or a last name is enough where one colleague alone has it', () => {
  expect(mentionsIn('Good maths. @Björn, please look. @Rossi too', colleagues)).toEqual({ named: ['b', 'r'], unknown: [] });
  expect(mentionsIn('@Rossi', [...colleagues, { id: 'x', name: 'Bea Rossi' }])).toEqual({ named: [], unknown: ['@rossi'] });
});

test('a name is offered while it is typed', () => {
  expect(typedName('Please ask @')).toBe('');
  expect(typedName('Please ask @Björn Å')).toBe('Björn Å');
  expect(typedName('mail ada@rossi')).toBeUndefined();
  expect(typedName('@Ada: done')).toBeUndefined();
  expect(namesLike('ro', colleagues).map(({ id }) => id)).toEqual(['r']);
  expect(namesLike('ada rossi', colleagues)).toEqual([]);
});
