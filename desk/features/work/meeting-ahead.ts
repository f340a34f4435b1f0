import type { DeskLeadEvent } from '../../../contract/desk/lead-facts.ts';
import { standingMeeting, type StandingMeeting } from '../../../contract/desk/standing-meeting.ts';

/** The upcoming meeting in a lead's history; undefined if there is none. @param now milliseconds since the epoch */
export function meetingAhead(timeline: readonly DeskLeadEvent[], now: number): StandingMeeting | undefined {
  const meeting = standingMeeting(timeline);
  return meeting !== undefined && meeting.at > now ? meeting : undefined;
}
