import { column, operator, staff, type RowOf, type RowsOf } from './table.ts';

/** What is kept of the meetings that visitors book here. */
export const bookingTables = {
  bookings: {
    what: 'Meetings that were booked here, one row each: no words, no names.',
    why: 'To meet: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      id: column<string>('Random, with the time in it'),
      lead_id: column<string>('The request of whoever booked it'),
      /** What calendars know it by. */
      uid: column<string>('Random: what calendars know the meeting by'),
      starts_at: column<number>('When it begins'),
      /** `over`: its lead booked another one after it. */
      state: column<'booked' | 'cancelled' | 'over'>('booked, cancelled, or over where another one was booked since'),
      /** How often it was changed: RFC 5545, 3.8.7.4. */
      sequence: column<number>('How often it was changed'),
      /** How often its lead moved it. */
      moves: column<number>('How often it was moved by whoever booked it'),
      /** IANA name of the zone in which its lead chose it. */
      zone: column<string>('The time zone in which it was chosen'),
      created_at: column<number>('When it was booked'),
      changed_at: column<number>('When it was last changed'),
      /** Those that it was booked from, narrowest first, by their stored names (Shares.names). Null: a build from before this, or a sample. */
      networks: column<string | null>(
        'Keyed fingerprints of the networks that it was booked from, so that nobody has all times; no address can be read from them',
      ),
      /** How much of its share whoever booked it had booked then, in percent (offer.ts). */
      load: column<number | null>('How much of its share of the times whoever booked it had then, in percent'),
    },
  },
  /** A link by which a lead books, moves and cancels. */
  booking_links: {
    what: 'Links by which a meeting is booked, moved and cancelled.',
    why: 'So that nobody else does so: Art. 6(1)(f)',
    until: ['KEEP_LINKS_DAYS'],
    who: operator,
    columns: {
      token_hash: column<string>('SHA-256 of the link’s token; the token itself is nowhere'),
      lead_id: column<string>('The request it was sent for'),
      created_at: column<number>('When it was made'),
      expires_at: column<number>('When it stops working'),
      /** 1: staff made it, and times that were chosen before it count no longer. */
      renews: column<1 | null>('1: staff made it, so that times may be chosen anew'),
    },
  },
} as const;

export const calendarTables = {
  /** The busy times of a calendar that a setting names. */
  calendar_feeds: {
    what: 'The busy times of the company’s calendars, where BOOKING_CALENDARS names some: times alone, nothing of what they are taken by.',
    why: 'To offer no meeting when nobody could come',
    until: 'Read anew every few minutes; gone once the setting no longer names the calendar',
    who: operator,
    columns: {
      /** Hash of its address, which is a secret. */
      id: column<string>('Hash of its address'),
      tried_at: column<number>('When it was last asked'),
      error: column<string | null>('Why it could not be read'),
      /** Since when it has failed. */
      failing_since: column<number | null>('Since when'),
      /** When it was last read whole. Null: never. */
      read_at: column<number | null>('When it was last read'),
      /** JSON: [from, until] in milliseconds, in order. */
      busy: column<string>('JSON: from when until when'),
    },
  },
} as const;

export type BookingTables = RowsOf<typeof bookingTables & typeof calendarTables>;

/** A meeting that a visitor booked. Of those that are `booked` there is one for a half hour, and one for a lead. */
export type BookingRow = RowOf<typeof bookingTables.bookings>;
