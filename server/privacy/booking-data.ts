import type { BookingLinkRow, BookingRow, CalendarFeedRow } from '../store/booking-schema.ts';
import { staff, type TableAbout } from './table-about.ts';

const operator = 'Whoever runs the server';

/** What is kept of the meetings that visitors book here. */
export const bookingTables = {
  bookings: {
    what: 'Meetings that were booked here, one row each: no words, no names.',
    why: 'To meet: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      id: 'Random, with the time in it',
      lead_id: 'The request of whoever booked it',
      uid: 'Random: what calendars know the meeting by',
      starts_at: 'When it begins',
      state: 'booked, cancelled, or over where another one was booked since',
      sequence: 'How often it was changed',
      moves: 'How often it was moved by whoever booked it',
      zone: 'The time zone in which it was chosen',
      created_at: 'When it was booked',
      changed_at: 'When it was last changed',
      networks:
        'Keyed fingerprints of the networks that it was booked from, so that nobody has all times; no address can be read from them',
      load: 'How much of its share of the times whoever booked it had then, in percent',
    },
  },
  booking_links: {
    what: 'Links by which a meeting is booked, moved and cancelled.',
    why: 'So that nobody else does so: Art. 6(1)(f)',
    until: ['KEEP_LINKS_DAYS'],
    who: operator,
    columns: {
      token_hash: 'SHA-256 of the link’s token; the token itself is nowhere',
      lead_id: 'The request it was sent for',
      created_at: 'When it was made',
      expires_at: 'When it stops working',
      renews: '1: staff made it, so that times may be chosen anew',
    },
  },
} as const satisfies { bookings: TableAbout<BookingRow>; booking_links: TableAbout<BookingLinkRow> };

export const calendarTables: { calendar_feeds: TableAbout<CalendarFeedRow> } = {
  calendar_feeds: {
    what: 'The busy times of the company’s calendars, where BOOKING_CALENDARS names some: times alone, nothing of what they are taken by.',
    why: 'To offer no meeting when nobody could come',
    until: 'Read anew every few minutes; gone once the setting no longer names the calendar',
    who: operator,
    columns: {
      id: 'Hash of its address',
      tried_at: 'When it was last asked',
      error: 'Why it could not be read',
      failing_since: 'Since when',
      read_at: 'When it was last read',
      busy: 'JSON: from when until when',
    },
  },
};
