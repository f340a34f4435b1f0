import { insertJobs, jobRow } from '../queue/job-queue.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import { erasedBookingMail } from './jobs.ts';
import { SLOT_MS } from './free-slots.ts';

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
