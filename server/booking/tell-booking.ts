import { insertJobs, jobRow } from '../queue/job-queue.ts';
import type { MeetingEvent } from '../leads/meeting-events.ts';
import { laneOf } from '../store/shares/pots.ts';
import { recordMeeting } from '../work/meetings/record-meeting.ts';
import type { BookingRow } from '../store/booking-schema.ts';
import type { Store, Tx } from '../store/store.ts';
import { gatheredBookingMail, staffBookingMail, visitorBookingMail } from './jobs.ts';

type Told = { booking: BookingRow; what: MeetingEvent; at: number; actor?: string | undefined };

/** What follows from a change of a meeting, in its transaction: the entry of the lead's history, its state, and the mails. */
export async function tellBooking(tx: Tx, dialect: Store['dialect'], { booking, what, at, actor }: Told): Promise<void> {
  const { id, lead_id: leadId, uid, starts_at: startsAt, sequence, zone } = booking;
  await recordMeeting(tx, dialect, { leadId, what, startsAt, booking: uid, zone, at, actor });
  const payload = { leadId, booking: id, sequence };
  const toStaff = laneOf(booking.load) === 'slow' ? gathered(at) : jobRow(staffBookingMail, payload, { now: at });
  await insertJobs(tx, [jobRow(visitorBookingMail, payload, { now: at }), toStaff]);
}

/** Sales get one mail an hour of what comes from where the share is used up, and not a hundred. */
function gathered(at: number) {
  const until = Math.ceil((at + 1) / HOUR) * HOUR;
  return jobRow(gatheredBookingMail, { from: until - HOUR, until }, { now: at, runAt: until, uniqueKey: `bookings until ${until}` });
}

const HOUR = 3_600_000;
