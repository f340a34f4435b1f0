import type { meetingEvents } from '../../contract/desk/standing-meeting.ts';

export type MeetingEvent = keyof typeof meetingEvents;

export type MeetingFacts = {
  /** When it begins, or would have begun: milliseconds since the epoch. */
  startsAt: number;
  /** By which the next change of the same meeting finds its lead. No personal data, and nothing that opens the booking. */
  booking: string;
  /** IANA name of the zone that the visitor chose it in, where they did. */
  zone?: string | undefined;
};

/** What an entry of a history has of a meeting: its time first and its booking second, which the retention of leads reads by their places. */
export function meetingDetail({ startsAt, booking, zone }: MeetingFacts): object {
  return { startsAt: new Date(startsAt).toISOString(), booking, ...(zone !== undefined && { zone }) };
}
