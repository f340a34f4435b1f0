import { expect, test } from 'vitest';
import { eventWords } from './event-words.ts';

const words = (kind: string, detail: Record<string, unknown>, actor: string | null = null) =>
  eventWords({ id: 'e', at: 0, kind, actor, text: null, mentions: [], detail }, 'lead', () => 'Ada');

test('a mail that was held back is told with why: an address that is refused is no limit', () => {
  const reason = 'nothing is sent to this address: its mail server knows no such mailbox';
  expect(words('verification mail held back', { reason })).toBe(`Link to confirm not mailed: ${reason}`);
  expect(words('answer held back', {})).toBe('Answer held back');
});

test('a meeting is told with who did it, its time as other times are, and what it made of the lead', () => {
  const startsAt = '2026-12-01T10:00:00.000Z';
  const own = { startsAt, booking: '0199@booking' };
  const time = 'Tue,? 1 Dec 2026, \\d\\d:\\d\\d your time \\([\\w:+-]+\\)';
  expect(words('meeting booked', { ...own, from: 'new', to: 'meeting' })).toMatch(
    new RegExp(`^Meeting booked by the visitor: ${time} \\(New → Meeting\\)$`),
  );
  expect(words('meeting moved', own)).toMatch(new RegExp(`^Meeting moved by the visitor to ${time}$`));
  expect(words('meeting cancelled', own, 'a1')).toMatch(new RegExp(`^Meeting cancelled by Ada: it was for ${time}$`));
  expect(words('meeting booked', { startsAt, booking: 'b' })).toMatch(new RegExp(`^Meeting booked in the calendar service: ${time}$`));
  expect(words('meeting booked', { ...own, zone: 'Asia/Kathmandu' })).toMatch(
    new RegExp(`^Meeting booked by the visitor: ${time}, (.+, )?15:45 for the visitor \\(Kathmandu, GMT\\+5:45\\)$`),
  );
  expect(words('meeting booked', {})).toBe('Meeting booked in the calendar service: an unknown time');
});
