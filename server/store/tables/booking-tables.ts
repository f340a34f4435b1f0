import { column, operator, ownedBy, staff, time, withLead, type RowOf } from '../table.ts';

/** Meetings that visitors book here, and the times that are offered. */
export const bookingTables = ownedBy('booking', {
  bookings: {
    of: 'visitors',
    what: 'Meetings that were booked here, one row each: no words, no names.',
    why: 'To meet: Art. 6(1)(b)',
    until: withLead,
    who: staff,
    held: { as: 'bookings', words: 'meetings booked' },
    given: 'meetings',
    columns: {
      id: column<string>('Random, with the time in it'),
      lead_id: column<string>('The request of whoever booked it'),
      /** The UID of its calendar entry. */
      uid: column<string>('Random: what calendars know the meeting by'),
      starts_at: column<number>('When it begins', time('at')),
      /** `over`: its lead has booked another meeting since. */
      state: column<'booked' | 'cancelled' | 'over'>('booked, cancelled, or over where another one was booked since', 'state'),
      /** How often it was changed: SEQUENCE of RFC 5545, 3.8.7.4. */
      sequence: column<number>('How often it was changed'),
      /** How often its lead moved it. */
      moves: column<number>('How often it was moved by whoever booked it'),
      /** IANA name of the time zone in which the visitor chose it. */
      zone: column<string>('The time zone in which it was chosen', 'timeZone'),
      created_at: column<number>('When it was booked', time('booked')),
      changed_at: column<number>('When it was last changed', time('changed')),
      /**
       * Networks that it was booked from, narrowest first, by their stored names (Shares.names). Null: booked by a build without this column, or a
       * sample.
       */
      networks: column<string | null>(
        'Keyed fingerprints of the networks that it was booked from, so that nobody has all times; no address can be read from them',
      ),
      /** How much of its share of meeting times the sender had booked then, in percent (offer.ts). */
      load: column<number | null>('How much of its share of the times whoever booked it had then, in percent'),
      /** Null: the visitor booked it. */
      by_staff: column<1 | null>('1: staff booked it, as for somebody who called', 'bookedByStaff'),
      /** 0: never. Null: booked by a build without this column; then `changed_at` stands for it. */
      chosen_at: column<number | null>('When whoever it is with last chose its time on the page'),
    },
  },
  /** Links by which a lead books, moves and cancels its meeting. */
  booking_links: {
    of: 'visitors',
    what: 'Links by which a meeting is booked, moved and cancelled.',
    why: 'So that nobody else does so: Art. 6(1)(f)',
    until: { KEEP_LINKS_DAYS: 'expires_at < :before' },
    who: operator,
    columns: {
      token_hash: column<string>('SHA-256 of the link’s token; the token itself is nowhere'),
      lead_id: column<string>('The request it was sent for'),
      created_at: column<number>('When it was made'),
      expires_at: column<number>('When it stops working'),
      /** 1: made by staff. Times that the lead chose before it no longer count towards the limit. */
      renews: column<1 | null>('1: staff made it, so that times may be chosen anew'),
    },
  },
  /** Busy times of each calendar in BOOKING_CALENDARS. */
  calendar_feeds: {
    what: 'The busy times of the company’s calendars, where BOOKING_CALENDARS names some: times alone, nothing of what they are taken by.',
    why: 'To offer no meeting when nobody could come',
    until: 'Read anew every few minutes; gone once the setting no longer names the calendar',
    who: operator,
    columns: {
      /** Hash of the calendar's address, which is a secret. */
      id: column<string>('Hash of its address'),
      tried_at: column<number>('When it was last asked'),
      error: column<string | null>('Why it could not be read'),
      /** Since when it has failed. */
      failing_since: column<number | null>('Since when'),
      /** When it was last read completely. Null: never. */
      read_at: column<number | null>('When it was last read'),
      /** JSON: pairs [from, until], in milliseconds, in ascending order. */
      busy: column<string>('JSON: from when until when'),
    },
  },
});

/** A meeting that a visitor booked. With state `booked` there is at most one for each half hour and one for each lead. */
export type BookingRow = RowOf<typeof bookingTables.bookings>;
