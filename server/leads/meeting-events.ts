import type { meetingEvents } from '../../contract/desk/standing-meeting.ts';

export type MeetingEvent = keyof typeof meetingEvents;

export type MeetingFacts = {
  /** Start of the meeting, also of a cancelled one: milliseconds since the epoch. */
  startsAt: number;
  /** Identifies the meeting, so that its next change finds the lead. No personal data, and it gives no access to the booking. */
  booking: string;
  /** IANA name of the zone in which the visitor chose the time, if they did. */
  zone?: string | undefined;
};

/** The detail of a meeting's history entry: time first, booking second, since lead-retention.ts reads both by their position. */
export function meetingDetail({ startsAt, booking, zone }: MeetingFacts): object {
  return { startsAt: new Date(startsAt).toISOString(), booking, ...(zone !== undefined && { zone }) };
}
