import { insertJobs, jobRow } from '../jobs/job-queue.ts';
import type { MeetingEvent } from '../leads/meetings/meeting-events.ts';
import { recordMeeting } from '../leads/meetings/record-meeting.ts';
import type { BookingRow } from '../store/booking-schema.ts';
import type { Store, Tx } from '../store/store.ts';
import { staffBookingMail, visitorBookingMail } from './booking-jobs.ts';

type Told = { booking: BookingRow; what: MeetingEvent; at: number; actor?: string | undefined };

/** What follows from a change of a meeting, in its transaction: the entry of the lead's history, its state, and the mails. */
export async function tellBooking(tx: Tx, dialect: Store['dialect'], { booking, what, at, actor }: Told): Promise<void> {
  const { id, lead_id: leadId, uid, starts_at: startsAt, sequence, zone } = booking;
  await recordMeeting(tx, dialect, { leadId, what, startsAt, booking: uid, zone, at, actor });
  const payload = { leadId, booking: id, sequence };
  await insertJobs(tx, [jobRow(visitorBookingMail, payload, { now: at }), jobRow(staffBookingMail, payload, { now: at })]);
}
