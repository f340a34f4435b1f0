import * as v from 'valibot';
import { bookingSchema } from '../../contract/calls/public/hook-calls.ts';
import type { MeetingEvent } from '../leads/meeting-events.ts';

/** What a calendar reports about a booking. Times are milliseconds since the epoch. */
export type BookingReport = {
  trigger: keyof typeof TRIGGERS;
  what: MeetingEvent;
  uid: string;
  /** Identifies the booking that this one replaces. */
  formerUid: string | undefined;
  startsAt: number;
  /** When the calendar made the report. */
  reportedAt: number;
  /** Addresses of the person who booked and of their guests. */
  attendees: readonly string[];
};

/**
 * Reads a report by Cal.com, as documented (https://cal.com/docs/developing/guides/automation/webhooks, version 2021-10-20).
 * @returns `ignored` for events other than a booking made, moved or cancelled; undefined when it is not a valid report
 */
export function readBookingReport(body: unknown): BookingReport | 'ignored' | undefined {
  const named = v.safeParse(v.object({ triggerEvent: v.pipe(v.string(), v.maxLength(100)) }), body);
  if (!named.success) return undefined;
  if (!Object.hasOwn(TRIGGERS, named.output.triggerEvent)) return 'ignored';
  const parsed = v.safeParse(bookingSchema, body);
  if (!parsed.success) return undefined;
  const { triggerEvent: trigger, createdAt, payload } = parsed.output;
  return {
    trigger,
    what: TRIGGERS[trigger],
    uid: payload.uid,
    formerUid: payload.rescheduleUid ?? undefined,
    startsAt: Date.parse(payload.startTime),
    reportedAt: Date.parse(createdAt),
    attendees: payload.attendees.map(({ email }) => email),
  };
}

/** A booking that has to be accepted is reported as requested first, which is ignored, and as created once it is accepted. */
const TRIGGERS = {
  BOOKING_CREATED: 'booked',
  BOOKING_RESCHEDULED: 'moved',
  BOOKING_CANCELLED: 'cancelled',
} as const satisfies Record<string, MeetingEvent>;
