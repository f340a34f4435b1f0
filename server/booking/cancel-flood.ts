import { insertJobs, jobRow } from '../queue/job-queue.ts';
import type { CancelMeetings } from '../work/mark-spam.ts';
import { recordMeeting } from '../work/meetings/record-meeting.ts';
import type { Store } from '../store/store.ts';
import { floodBookingMail } from './jobs.ts';

/** Milliseconds until sales are mailed: by then all leads of the flood are marked. */
const SOON = 60_000;

/** Cancels the meetings of leads that staff marked as spam: the visitors get no mail, and sales get one mail about all of them. */
export function cancelFlood(dialect: Store['dialect']): CancelMeetings {
  return async (tx, { leadIds, flood, at, actor }) => {
    const rows = await tx
      .updateTable('bookings')
      .set((eb) => ({ state: 'cancelled' as const, changed_at: at, sequence: eb('sequence', '+', 1) }))
      .where('state', '=', 'booked')
      .where('starts_at', '>', at)
      .where('lead_id', 'in', leadIds)
      .returningAll()
      .execute();
    for (const { lead_id: leadId, uid: booking, starts_at: startsAt, zone } of rows)
      await recordMeeting(tx, dialect, { leadId, what: 'cancelled', startsAt, booking, zone, at, actor });
    if (rows.length > 0)
      await insertJobs(tx, [
        jobRow(floodBookingMail, { flood, at }, { now: at, runAt: at + SOON, uniqueKey: `bookings of flood ${flood}` }),
      ]);
    return rows.length;
  };
}
