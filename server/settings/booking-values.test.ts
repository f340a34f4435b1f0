import { expect, test } from 'vitest';
import { calendars, holidays, reminderHours, workingHours } from './booking-values.ts';
import { readSettings } from './settings.ts';

const shown = (value: string) =>
  (workingHours(value) as { from: number; until: number }[][]).map((spans) =>
    spans.map(({ from, until }) => `${from / 60}-${until / 60}`).join(' '),
  );

test('reminders are hours, the most first, or none', () => {
  expect([reminderHours('1, 24'), reminderHours('24'), reminderHours('off')]).toEqual([[24, 1], [24], []]);
  for (const wrong of ['', '0', '1h', '169', '1, 2, 3, 4', '24 1']) expect(() => reminderHours(wrong), wrong).toThrow();
});

test('hours are of the days before them', () => {
  const office = '9-12.5 14-18';
  expect(shown('Mon-Fri 09:00-12:30, 14:00-18:00')).toEqual(['', office, office, office, office, office, '']);
  expect(shown('Mon, Wed 09:00-10:00; Sat 10:00 - 11:30')).toEqual(['', '9-10', '', '9-10', '', '', '10-11.5']);
  expect(shown('Mon 09:00-10:00, Tue 11:00-12:00, 13:00-24:00')).toEqual(['', '9-10', '11-12 13-24', '', '', '', '']);
  expect(shown('fri-mon 00:00-24:00')).toEqual(['0-24', '0-24', '', '', '', '0-24', '0-24']);
  expect(workingHours('OFF')).toBe('off');
});

test.each([
  '',
  'Mon',
  '09:00-10:00',
  'Mon 9-10',
  'Mon 10:00-09:00',
  'Mon 10:00-10:00',
  'Mon 09:00-10:15',
  'Mon 09:00-24:30',
  'Mon 09:00-12:00, 11:30-13:00',
  'Mon-Tue 09:00-10:00; Tue 09:30-11:00',
  'Monday 09:00-10:00',
  'Mon 09:00-10:00;',
  'Mon 09:00-10:00, Tue',
])('hours that say nothing, or two things, are refused: %s', (value) => {
  expect(() => workingHours(value)).toThrow(/needed/);
});

test('holidays are days, spans of days, and days of every year', () => {
  expect(holidays('2026-12-24, 2026-12-28/2027-01-06, 05-01,')).toEqual([
    { from: '2026-12-24', until: '2026-12-24' },
    { from: '2026-12-28', until: '2027-01-06' },
    { yearly: '05-01' },
  ]);
  for (const value of ['2026-02-29', '24.12.2026', '13-01', '2026-12-24/2026-12-23', '2026-01-01/2026-01-02/2026-01-03'])
    expect(() => holidays(value), value).toThrow();
});

test('calendars are at addresses over TLS without a password', () => {
  expect(calendars('https://a.example/x.ics, https://a.example/x.ics,https://b.example/y')).toEqual([
    'https://a.example/x.ics',
    'https://b.example/y',
  ]);
  for (const value of ['http://a.example/x.ics', 'webcal://a.example/x', 'https://user:secret@a.example/', 'file:///etc/passwd', 'x'])
    expect(() => calendars(value), value).toThrow(/https/);
});

test('what is wrong is told by the name of the setting, and the address of a calendar is not told', () => {
  const BOOKING_CALENDARS = 'http://secret.example/private-123/basic.ics';
  const read = () => readSettings({ BOOKING_HOURS: 'Mon 9-17', BOOKING_DAYS: '0', BOOKING_CALENDARS });
  expect(read).toThrow(/BOOKING_HOURS=Mon 9-17: .*Example: BOOKING_HOURS=Mon-Fri/);
  expect(read).toThrow(/BOOKING_DAYS=0: a whole number from 1 to 60/);
  expect(read).toThrow(/BOOKING_CALENDARS=\*\*\*/);
  expect(read).not.toThrow(/private-123/);
});
