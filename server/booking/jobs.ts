import * as v from 'valibot';
import { present } from '../../contract/checked.ts';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import { findLead } from '../leads/lead-repository.ts';
import type { BookingRow } from '../store/tables/booking-tables.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { sendErasedMail, sendFloodMail, sendGatheredMail, sendStaffMail, sendVisitorMail } from './send-booking-mail.ts';

export const bookingPayload = v.object({ leadId: v.string(), booking: v.string(), sequence: v.number() });

/** Mails the visitor about a change of their meeting, unless it changed again since: that change has its own mail. */
export const visitorBookingMail = defineJob({
  name: 'bookings.visitor-mail',
  payload: bookingPayload,
  run: async (asked, context: JobContext<JobServices>) => {
    const found = await readBooking(asked, context);
    return found && mayMail(found.lead) ? sendVisitorMail(found, context) : undefined;
  },
});

/** Mails sales about a change of a meeting. */
export const staffBookingMail = defineJob({
  name: 'bookings.staff-mail',
  payload: bookingPayload,
  run: async (asked, context: JobContext<JobServices>) => {
    const found = await readBooking(asked, context);
    return found && sendStaffMail(found, context);
  },
});

/** Sends sales one mail about all meetings of an hour that were booked by clients or domains that have used up their share. */
export const gatheredBookingMail = defineJob({
  name: 'bookings.gathered-mail',
  payload: v.object({ from: v.number(), until: v.number() }),
  run: async ({ from, until }, context: JobContext<JobServices>) => {
    const { db } = context.services.store;
    const bookings = await db
      .selectFrom('bookings')
      .selectAll()
      .where('load', '>', 100)
      .where('changed_at', '>=', from)
      .where('changed_at', '<', until)
      .orderBy('starts_at')
      .execute();
    const ids = bookings.map((booking) => booking.lead_id);
    const leads =
      ids.length === 0 ? [] : await db.selectFrom('leads').selectAll().where('id', 'in', ids).where('suspected_spam', '=', 0).execute();
    const byId = new Map(leads.map((lead) => [lead.id, lead]));
    const found = bookings.flatMap((booking) => (byId.has(booking.lead_id) ? [{ booking, lead: present(byId.get(booking.lead_id)) }] : []));
    return found.length === 0 ? undefined : sendGatheredMail(found, context);
  },
});

/** Sends sales one mail about the meetings that were cancelled because staff marked their leads as spam. */
export const floodBookingMail = defineJob({
  name: 'bookings.flood-mail',
  payload: v.object({ flood: v.string(), at: v.number() }),
  run: async ({ flood, at }, context: JobContext<JobServices>) => {
    const { db } = context.services.store;
    const cancelled = await db
      .selectFrom('bookings')
      .innerJoin('lead_sources', 'lead_sources.lead_id', 'bookings.lead_id')
      .select('starts_at')
      .where('flood', '=', flood)
      .where('state', '=', 'cancelled')
      .where('changed_at', '>=', at)
      .orderBy('starts_at')
      .execute();
    const times = cancelled.map(({ starts_at: startsAt }) => startsAt);
    return times.length === 0 ? undefined : sendFloodMail(times, context);
  },
});

/** Tells sales that a meeting is cancelled because the visitor's data was erased. Neither the mail nor the payload names the visitor. */
export const erasedBookingMail = defineJob({
  name: 'bookings.erased-mail',
  payload: v.object({ uid: v.string(), startsAt: v.number(), sequence: v.number() }),
  run: (erased, context: JobContext<JobServices>) => sendErasedMail(erased, context),
});

/** Nothing is mailed about a sample, about suspected spam, or about a lead that the owner of the address declined as somebody else's. */
export function mayMail({ sample, suspected_spam: spam, owner_answer: answer }: LeadRow): boolean {
  return sample !== 1 && spam !== 1 && answer !== 'declined';
}

/** The meeting that a job is about, with its lead; undefined where the meeting has changed since, or one of them no longer exists. */
export async function readBooking(
  { leadId, booking: id, sequence }: v.InferOutput<typeof bookingPayload>,
  { services: { store } }: JobContext<JobServices>,
): Promise<{ booking: BookingRow; lead: LeadRow } | undefined> {
  const booking = await store.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();
  const lead = await findLead(store.db, leadId);
  return booking?.sequence === sequence && lead !== undefined ? { booking, lead } : undefined;
}
