import { createHash } from 'node:crypto';
import { findMeetingLead } from '../work/meetings/find-meeting-lead.ts';
import { recordMeeting } from '../work/meetings/record-meeting.ts';
import { addressKey } from '../kernel/address.ts';
import type { Store, Tx } from '../store/store.ts';
import type { BookingReport } from './booking-report.ts';

/** Attendees that are looked for: a webinar is no meeting with a lead. */
const MOST = 20;

/** How many leads have it in their histories now; `again`: it was reported before, and nothing is written. */
export type RecordedBooking = number | 'again';

/** Writes what a calendar reported into the histories of its attendees' leads, once. */
export async function recordBooking(tx: Tx, dialect: Store['dialect'], report: BookingReport & { now: number }): Promise<RecordedBooking> {
  const { trigger, uid, formerUid, reportedAt, what, startsAt, now } = report;
  // A key that no client can send: it has a space.
  const key = `booking ${digest(`${trigger} ${uid} ${reportedAt}`)}`;
  const first = await tx
    .insertInto('idempotency')
    .values({ key, fingerprint: '', status: 204, body: '', created_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (first === undefined) return 'again';
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

/** Of the uid alone whoever has it may move and cancel the meeting. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
