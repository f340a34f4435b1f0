export type BookingTables = {
  bookings: BookingRow;
  booking_links: BookingLinkRow;
  calendar_feeds: CalendarFeedRow;
};

/** A meeting that a visitor booked. Of those that are `booked` there is one for a half hour, and one for a lead. */
export type BookingRow = {
  id: string;
  lead_id: string;
  /** What calendars know it by. */
  uid: string;
  starts_at: number;
  /** `over`: its lead booked another one after it. */
  state: 'booked' | 'cancelled' | 'over';
  /** How often it was changed: RFC 5545, 3.8.7.4. */
  sequence: number;
  /** How often its lead moved it. */
  moves: number;
  /** IANA name of the zone in which its lead chose it. */
  zone: string;
  created_at: number;
  changed_at: number;
  /** Those that it was booked from, narrowest first, by their stored names (Shares.names). Null: a build from before this, or a sample. */
  networks: string | null;
  /** How much of its share whoever booked it had booked then, in percent (offer.ts). */
  load: number | null;
};

/** A link by which a lead books, moves and cancels. */
export type BookingLinkRow = {
  token_hash: string;
  lead_id: string;
  created_at: number;
  expires_at: number;
  /** 1: staff made it, and times that were chosen before it count no longer. */
  renews: 1 | null;
};

/** The busy times of a calendar that a setting names. */
export type CalendarFeedRow = {
  /** Hash of its address, which is a secret. */
  id: string;
  tried_at: number;
  error: string | null;
  /** Since when it has failed. */
  failing_since: number | null;
  /** When it was last read whole. Null: never. */
  read_at: number | null;
  /** JSON: [from, until] in milliseconds, in order. */
  busy: string;
};
