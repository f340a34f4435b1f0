import { MEETING_PATH } from '../../contract/meeting-page.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { ConfirmedTimes } from '../leads/lead-context.ts';
import type { JobServices } from '../mail/job-services.ts';
import type { Settings } from '../settings/settings.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import { parseMailbox, type Mailbox } from '../kernel/address.ts';
import { workingHours } from '../settings/booking-values.ts';
import type { SlotRules } from './free-slots.ts';

const DAY = 24 * 3_600_000;
/** Milliseconds for which a link works at least. A meeting's link works until a day after it, if that is later. */
const LONG = 30 * DAY;

type LinkedLead = { state: 'unknown' | 'expired' } | { state: 'known'; lead: LeadRow };

/** Finds the lead that a link belongs to. Anybody who has the link may book, move and cancel until it expires. */
export async function readBookingLink(db: Tx, token: string, now: number): Promise<LinkedLead> {
  if (!TOKEN.test(token)) return { state: 'unknown' };
  const row = await db
    .selectFrom('booking_links')
    .innerJoin('leads', 'leads.id', 'booking_links.lead_id')
    .selectAll('leads')
    .select('booking_links.expires_at')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (row === undefined) return { state: 'unknown' };
  const { expires_at: expiresAt, ...lead } = row;
  return expiresAt <= now ? { state: 'expired' } : { state: 'known', lead };
}

/**
 * Makes a link for a lead: 256 random bits, of which only the hash is stored.
 * @param meeting time of a meeting (milliseconds since the epoch) that the link has to outlast
 * @param renews whether times that were chosen before no longer count against the limit (offer.ts)
 */
export async function bookingLink(
  tx: Tx,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  { leadId, now, meeting = now, renews }: { leadId: string; now: number; meeting?: number; renews?: true },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('booking_links')
    .values({
      token_hash: hashOf(token),
      lead_id: leadId,
      created_at: now,
      expires_at: Math.max(now + LONG, meeting + DAY),
      renews: renews ? 1 : null,
    })
    .execute();
  return `${PUBLIC_URL}${MEETING_PATH}?token=${token}`;
}

/** The address at which a lead books a meeting; undefined when meetings are not booked on this site. */
export async function bookingAddress(lead: LeadRow, { store, settings }: JobServices, now: number): Promise<string | undefined> {
  if (bookingPlan(settings) === undefined) return undefined;
  return store.begin((tx) => bookingLink(tx, settings, { leadId: lead.id, now }));
}

/**
 * The path, with its token, at which somebody who has just confirmed a request for a demo chooses a time; undefined where times are not chosen on
 * this site, for suspected spam, and for a lead with a coming meeting.
 */
export const confirmedTimes =
  (settings: BookingSettings & Pick<Settings, 'PUBLIC_URL'>): ConfirmedTimes =>
  async (tx, lead, now) => {
    if (bookingPlan(settings) === undefined || lead.suspected_spam === 1 || (await hasMeeting(tx, lead.id, now))) return undefined;
    const { pathname, search, searchParams } = new URL(await bookingLink(tx, settings, { leadId: lead.id, now }));
    return { path: `${pathname}${search}&confirmed=yes`, token: searchParams.get('token') ?? '' };
  };

/** Whether a lead has a meeting that has not begun yet. */
export async function hasMeeting(db: Tx, leadId: string, now: number): Promise<boolean> {
  const booked = db.selectFrom('bookings').select('id').where('lead_id', '=', leadId).where('state', '=', 'booked');
  return (await booked.where('starts_at', '>', now).limit(1).executeTakeFirst()) !== undefined;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type BookingPlan = SlotRules & {
  /** Addresses of the calendars whose busy times block slots. */
  calendars: readonly string[];
  /** Whether the hours are made up, because none are set. */
  sample: boolean;
};

type BookingSettings = Pick<
  Settings,
  | 'BOOKING_HOURS'
  | 'BOOKING_ZONE'
  | 'BOOKING_HOLIDAYS'
  | 'BOOKING_NOTICE'
  | 'BOOKING_DAYS'
  | 'BOOKING_CALENDARS'
  | 'BOOKING_PLACE'
  | 'BOOKING_ORGANISER'
  | 'MEETING_URL'
  | 'MAIL_URL'
  | 'MAIL_FROM'
  | 'STAFF_MAIL'
  | 'TIME_ZONE'
>;

/** Hours of a site that is not set up yet. Used only while no mails are sent: nobody would come to such a meeting. */
const SAMPLE_HOURS = workingHours('Mon-Fri 09:00-12:30, 14:00-18:00');

/** The rules by which meetings are booked on this site; undefined when they are not. */
export function bookingPlan(settings: BookingSettings): BookingPlan | undefined {
  if (settings.MEETING_URL !== undefined) return undefined;
  const sample = settings.BOOKING_HOURS === undefined && settings.MAIL_URL === undefined;
  const hours = sample ? SAMPLE_HOURS : settings.BOOKING_HOURS;
  if (hours === undefined || hours === 'off') return undefined;
  return {
    hours,
    zone: settings.BOOKING_ZONE ?? settings.TIME_ZONE,
    holidays: settings.BOOKING_HOLIDAYS,
    notice: settings.BOOKING_NOTICE * HOUR,
    ahead: settings.BOOKING_DAYS * 24 * HOUR,
    calendars: settings.BOOKING_CALENDARS,
    sample,
  };
}

/** Shown to visitors. The checklist of settings tells staff what to set instead. */
const SAMPLE_PLACE = 'A video call: the link comes by mail before the meeting';

export function meetingPlace({ BOOKING_PLACE, MAIL_URL }: BookingSettings): string | undefined {
  return BOOKING_PLACE ?? (MAIL_URL === undefined ? SAMPLE_PLACE : undefined);
}

export function meetingOrganiser({ BOOKING_ORGANISER, STAFF_MAIL, MAIL_FROM }: BookingSettings): Mailbox {
  return parseMailbox(BOOKING_ORGANISER ?? STAFF_MAIL[0] ?? MAIL_FROM);
}

const HOUR = 3_600_000;
