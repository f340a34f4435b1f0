import { expect, test } from 'vitest';
import type { DeskCommand } from './commands.ts';
import { findCommands } from './find-commands.ts';

const command = (title: string, more: Partial<DeskCommand> = {}): DeskCommand => ({
  id: title,
  title,
  group: 'Go to',
  run: () => undefined,
  ...more,
});
const all = [
  command('Leads'),
  command('Café in Milan'),
  command('Assign the lead', { group: 'This lead', also: 'owner' }),
  command('Hidden', { keysOnly: true }),
];
const titles = (search: string) => findCommands(search, all).map(({ title }) => title);

test('an empty search shows everything that the palette may show', () => {
  expect(titles('  ')).toEqual(['Leads', 'Café in Milan', 'Assign the lead']);
});

test('every word counts, in any order, without accents, and what begins with it comes first', () => {
  expect(titles('lead')).toEqual(['Leads', 'Assign the lead']);
  expect(titles('cafe')).toEqual(['Café in Milan']);
  expect(titles('owner assign')).toEqual(['Assign the lead']);
  expect(titles('lead nothing')).toEqual([]);
  expect(titles('hidden')).toEqual([]);
});
