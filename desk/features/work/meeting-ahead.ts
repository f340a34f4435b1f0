import type { DeskLeadEvent } from '../../../contract/desk/lead-facts.ts';
import { standingMeeting, type StandingMeeting } from '../../../contract/desk/standing-meeting.ts';

/** The meeting that is to come, by a lead's history; undefined where there is none. */
export function meetingAhead(timeline: readonly DeskLeadEvent[], now: number): StandingMeeting | undefined {
  const meeting = standingMeeting(timeline);
  return meeting !== undefined && meeting.at > now ? meeting : undefined;
}
