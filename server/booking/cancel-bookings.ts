import { insertJobs, jobRow } from '../queue/job-queue.ts';
import type { CancelMeetings } from '../work/mark-spam.ts';
import { recordMeeting } from '../work/meetings/record-meeting.ts';
import type { Store, Tx } from '../store/store.ts';
import { floodBookingMail, erasedBookingMail } from './jobs.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { SLOT_MS } from './free-slots.ts';

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

/** Enqueues a mail to sales for each coming meeting of erased leads, so that nobody waits for the visitor. */
export async function cancelErased(tx: Tx, { leads, at }: { leads: readonly Pick<LeadRow, 'id'>[]; at: number }): Promise<void> {
  const rows = await tx
    .selectFrom('bookings')
    .select(['lead_id', 'uid', 'starts_at', 'sequence'])
    .where('state', '=', 'booked')
    .where('starts_at', '>', at - SLOT_MS)
    .execute();
  const erased = new Set(leads.map(({ id }) => id));
  const off = rows.filter((row) => erased.has(row.lead_id));
  await insertJobs(
    tx,
    off.map(({ uid, starts_at: startsAt, sequence }) => jobRow(erasedBookingMail, { uid, startsAt, sequence: sequence + 1 }, { now: at })),
  );
}
