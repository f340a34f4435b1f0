import { expect, test } from 'vitest';
import { leftWords } from './left-words.ts';

test('what was left out of several is said by reason and by who, with names', () => {
  const left = ['Zoë', 'Eva', 'Max'].map((name) => ({ id: name, name, why: 'taken', by: 'anna' }) as const);
  const gone = { id: 'x', name: '', why: 'gone', by: null } as const;
  const many = Array.from({ length: 7 }, (_, at) => ({ id: String(at), name: `N${at}`, why: 'changed', by: 'bob' }) as const);
  expect(leftWords([...left, gone, ...many], (account) => (account === 'anna' ? 'Anna' : 'Bob'))).toEqual([
    '3 were taken by Anna meanwhile: Zoë, Eva, Max.',
    '1 is not there any more.',
    '7 were changed by Bob meanwhile: N0, N1, N2, N3, N4 and 2 more.',
  ]);
});
