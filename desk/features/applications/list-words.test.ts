import { expect, test } from 'vitest';
import { listWords } from './list-words.ts';

const counts = [
  { position: 'Analyst', stage: 'new', count: 30 },
  { position: 'Analyst', stage: 'rejected', count: 4 },
  { position: 'Editor', stage: 'interview', count: 2 },
] as const;

test('a list says how many it shows of what, and in which order', () => {
  expect(listWords({}, [...counts])).toBe('36 in any stage for all positions, newest first');
  expect(listWords({ view: 'open', position: 'Analyst', sort: 'oldest' }, [...counts])).toBe('30 open for Analyst, oldest first');
  expect(listWords({ stage: 'interview', sort: 'name' }, [...counts])).toBe('2 in Interview for all positions, by name');
  expect(listWords({ view: 'mine' }, [...counts])).toBe('Open ones of yours for all positions, newest first');
});

test('it claims no number where a search or a filter narrows it', () => {
  expect(listWords({ stage: 'new', search: 'ada' }, [...counts])).toBe('Those that fit, of 30 in New for all positions, newest first');
});
