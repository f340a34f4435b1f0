import { parseMailbox, type Mailbox } from '../kernel/address.ts';
import { workingHours } from '../settings/booking-values.ts';
import type { Settings } from '../settings/settings.ts';
import type { SlotRules } from './free-slots.ts';

export type BookingPlan = SlotRules & {
  /** Addresses of the calendars whose busy times block slots. */
  calendars: readonly string[];
  /** Whether the hours are made up, because none are set. */
  sample: boolean;
};

export type BookingSettings = Pick<
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
