import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventNames } from './event-names.ts';
import { eventWords } from './lead-words.ts';

const words = (kind: string, detail: Record<string, unknown>, actor: string | null = null) =>
  eventWords({ id: 'e', at: 0, kind, actor, text: null, mentions: [], detail }, 'lead', () => 'Ada');

test('a meeting is told with who did it, its time as other times are, and what it made of the lead', () => {
  const startsAt = '2026-12-01T10:00:00.000Z';
  const own = { startsAt, booking: '0199@booking' };
  const time = 'Tue,? 1 Dec 2026, \\d\\d:\\d\\d';
  expect(words('meeting booked', { ...own, from: 'new', to: 'meeting' })).toMatch(
    new RegExp(`^Meeting booked by the visitor: ${time} \\(New → Meeting\\)$`),
  );
  expect(words('meeting moved', own)).toMatch(new RegExp(`^Meeting moved by the visitor to ${time}$`));
  expect(words('meeting cancelled', own, 'a1')).toMatch(new RegExp(`^Meeting cancelled by Ada: it was for ${time}$`));
  expect(words('meeting booked', { startsAt, booking: 'b' })).toMatch(new RegExp(`^Meeting booked in the calendar service: ${time}$`));
  expect(words('meeting booked', own)).not.toContain('UTC');
  expect(words('meeting booked', {})).toBe('Meeting booked in the calendar service: an unknown time');
});

test('each entry that the server writes into the history of a lead has words', () => {
  const slices = ['leads', 'contact', 'messages', 'bounces', 'privacy', 'desk'];
  const files = slices.flatMap((slice) => globSync(`server/${slice}/**/*.{ts,tsx}`));
  const source = files
    .filter((file) => !/\.(test|testing)\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
  const kinds = [...source.matchAll(/(?:addEvent\([^;]*?kind:|\bevent:) '([^']+)'/g)].map(([, kind]) => kind!);
  expect(kinds.length).toBeGreaterThan(10);
  expect([...new Set(kinds)].filter((kind) => eventNames[kind] === undefined)).toEqual([]);
});
