import { expect, test } from 'vitest';
import { eventWords } from './lead-words.ts';

const words = (kind: string, detail: Record<string, unknown>) =>
  eventWords({ id: 'e', at: 0, kind, actor: null, text: null, mentions: [], detail }, 'lead', () => 'Ada');

test('a meeting is told with its time, and with what it made of the lead', () => {
  const startsAt = '2026-12-01T10:00:00.000Z';
  expect(words('meeting booked', { startsAt, from: 'new', to: 'meeting', booking: 'b' })).toMatch(
    /^Meeting booked for Tue,? 1 December 2026( at|,) \d\d:\d\d .+ \(New → Meeting\)$/,
  );
  expect(words('meeting moved', { startsAt, booking: 'b' })).toMatch(/^Meeting moved to Tue,? 1 December 2026( at|,) \d\d:\d\d \S+$/);
  expect(words('meeting cancelled', { startsAt })).toMatch(/^Meeting cancelled: it was for Tue/);
  expect(words('meeting booked', {})).toBe('Meeting booked for an unknown time');
});
