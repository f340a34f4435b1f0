import { expect, test } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { meetingPlace } from './booking-links.ts';

test('a visitor reads where a meeting is, and never what a setting is called', () => {
  expect(meetingPlace(readSettings({}))).toMatch(/^A video call: [^A-Z_]+$/);
  expect(meetingPlace({ ...readSettings({}), MAIL_URL: 'smtp://localhost:25' })).toBeUndefined();
  expect(meetingPlace(readSettings({ BOOKING_PLACE: 'https://meet.example.com/x' }))).toBe('https://meet.example.com/x');
});
