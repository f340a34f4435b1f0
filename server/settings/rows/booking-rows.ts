import { calendars, holidays, reminderHours, workingHours } from '../booking-values.ts';
import { mailbox, optional, text, timeZone, whole } from '../setting-values.ts';
import { setting } from './setting.ts';

/** Booking of meetings by verified visitors on this site, used where MEETING_URL names no other calendar. */
export const bookingRows = {
  BOOKING_HOURS: setting(
    '',
    'When a verified visitor may book a meeting of half an hour, where MEETING_URL is not set. `off`: the mail asks for a reply. Without it sample hours are offered while there is no MAIL_URL, and none with it.',
    'Mon-Fri 09:00-12:30, 14:00-18:00',
    optional(workingHours),
  ),
  BOOKING_ZONE: setting('', 'Time zone of these hours: an IANA name. Default: TIME_ZONE.', 'Europe/London', optional(timeZone)),
  BOOKING_HOLIDAYS: setting(
    '',
    'Days without meetings: days, spans of days, days of every year, separated by commas.',
    '2026-12-24, 2026-12-28/2027-01-06, 05-01',
    holidays,
  ),
  BOOKING_NOTICE: setting('24', 'Hours that lie at least between a booking and its meeting.', '4', whole(0, 720)),
  BOOKING_DAYS: setting('21', 'How many days ahead a meeting may be booked.', '30', whole(1, 60)),
  BOOKING_CALENDARS: setting(
    '',
    'Addresses of calendars (.ics) in whose busy times no meeting is offered, separated by commas. They are as secret as passwords.',
    'https://calendar.example.com/private-a1b2c3/basic.ics',
    calendars,
  ),
  BOOKING_PLACE: setting('', 'Where a meeting is: the address of a video room, or words.', 'https://meet.example.com/demo', optional(text)),
  BOOKING_ORGANISER: setting(
    '',
    'Whose meeting it is in calendars, and who is told what visitors answer there. Default: the first of STAFF_MAIL.',
    'Ada Lovelace <ada@example.com>',
    optional(mailbox),
  ),
  BOOKING_REMINDERS: setting(
    '24, 1',
    'How many hours before a meeting both sides are reminded of it by mail, separated by commas: three at the most. `off`: no reminders.',
    '24',
    reminderHours,
  ),
} as const;
