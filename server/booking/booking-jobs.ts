import * as v from 'valibot';
import type { JobServices } from '../job-services.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { findLead } from '../leads/lead-repository.ts';
import type { BookingRow } from '../store/booking-schema.ts';
import type { LeadRow } from '../store/schema.ts';
import { sendErasedMail, sendStaffMail, sendVisitorMail } from './send-booking-mail.ts';

const payload = v.object({ leadId: v.string(), booking: v.string(), sequence: v.number() });

/** Tells the visitor of a change of their meeting, unless there was another one since, which has a mail of its own. */
export const visitorBookingMail = defineJob({
  name: 'bookings.visitor-mail',
  payload,
  run: async (asked, context: JobContext<JobServices>) => {
    const found = await read(asked, context);
    return found && sendVisitorMail(found, context);
  },
});

/** Tells sales. */
export const staffBookingMail = defineJob({
  name: 'bookings.staff-mail',
  payload,
  run: async (asked, context: JobContext<JobServices>) => {
    const found = await read(asked, context);
    return found && sendStaffMail(found, context);
  },
});

/** Tells sales that a meeting is off because whoever booked it was erased: it names nobody, nor does its payload. */
export const erasedBookingMail = defineJob({
  name: 'bookings.erased-mail',
  payload: v.object({ uid: v.string(), startsAt: v.number(), sequence: v.number() }),
  run: (erased, context: JobContext<JobServices>) => sendErasedMail(erased, context),
});

async function read(
  { leadId, booking: id, sequence }: v.InferOutput<typeof payload>,
  { services: { store } }: JobContext<JobServices>,
): Promise<{ booking: BookingRow; lead: LeadRow } | undefined> {
  const booking = await store.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();
  const lead = await findLead(store.db, leadId);
  return booking?.sequence === sequence && lead !== undefined ? { booking, lead } : undefined;
}
