import { createHash } from 'node:crypto';
import { findMeetingLead, recordMeeting } from '../work/meetings/record-meeting.ts';
import { recordOnce } from '../leads/lead-repository.ts';
import { addressKey } from '../kernel/address.ts';
import type { Store, Tx } from '../store/store.ts';
import type { BookingReport } from './booking-report.ts';

/** Most attendees that are looked up: a meeting with more, such as a webinar, is not one with a lead. */
const MOST = 20;

/** How many leads' histories got an entry; `again`: the report came before, and nothing was written. */
export type RecordedBooking = number | 'again';

/** Writes what a calendar reported into the histories of its attendees' leads, once per report. */
export async function recordBooking(tx: Tx, dialect: Store['dialect'], report: BookingReport & { now: number }): Promise<RecordedBooking> {
  const { trigger, uid, formerUid, reportedAt, what, startsAt, now } = report;
  if (!(await recordOnce(tx, `booking ${digest(`${trigger} ${uid} ${reportedAt}`)}`, now))) return 'again';
  const booking = digest(uid);
  const bookings = formerUid === undefined ? [booking] : [booking, digest(formerUid)];
  const addresses = new Map(report.attendees.slice(0, MOST).map((address) => [addressKey(address), address]));
  let found = 0;
  for (const address of addresses.values()) {
    const leadId = await findMeetingLead(tx, address, bookings);
    if (leadId !== undefined && (await recordMeeting(tx, dialect, { leadId, what, startsAt, booking, at: now }))) found += 1;
  }
  return found;
}

/** Stored instead of the uid: anybody who has the uid can move or cancel the meeting. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
