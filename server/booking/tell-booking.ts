import { insertJobs, jobRow } from '../queue/job-queue.ts';
import type { MeetingEvent } from '../leads/meeting-events.ts';
import { laneOf } from '../store/shares/pots.ts';
import { recordMeeting } from '../work/meetings/record-meeting.ts';
import type { BookingRow } from '../store/tables/booking-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { gatheredBookingMail, staffBookingMail, visitorBookingMail } from './jobs.ts';

type Told = { booking: BookingRow; what: MeetingEvent; at: number; actor?: string | undefined };

/** Records a change of a meeting, in its transaction: the entry in the lead's history, the lead's state, and the mails. */
export async function tellBooking(tx: Tx, dialect: Store['dialect'], { booking, what, at, actor }: Told): Promise<void> {
  const { id, lead_id: leadId, uid, starts_at: startsAt, sequence, zone } = booking;
  await recordMeeting(tx, dialect, { leadId, what, startsAt, booking: uid, zone, at, actor });
  const payload = { leadId, booking: id, sequence };
  const toStaff = laneOf(booking.load) === 'slow' ? gathered(at) : jobRow(staffBookingMail, payload, { now: at });
  await insertJobs(tx, [jobRow(visitorBookingMail, payload, { now: at }), toStaff]);
}

/** Sales get one mail an hour, instead of one each, about meetings from clients or domains that have used up their share. */
function gathered(at: number) {
  const until = Math.ceil((at + 1) / HOUR) * HOUR;
  return jobRow(gatheredBookingMail, { from: until - HOUR, until }, { now: at, runAt: until, uniqueKey: `bookings until ${until}` });
}

const HOUR = 3_600_000;
