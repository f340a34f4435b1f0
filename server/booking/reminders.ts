import * as v from 'valibot';
import { suppressionOf } from '../mail/suppression.ts';
import { named } from '../kernel/address.ts';
import type { JobServices } from '../mail/job-services.ts';
import { fullName } from '../leads/lead-repository.ts';
import { leadLocation } from '../leads/notice-parts.tsx';
import { insertJobs, jobRow } from '../queue/job-queue.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import { laneOf } from '../store/shares/pots.ts';
import { bookingLink, meetingOrganiser, meetingPlace } from './booking-links.ts';
import { bookingPayload, mayMail, readBooking } from './jobs.ts';
import { staffReminder, visitorReminder } from './reminder.mail.tsx';
import { staffOf, when } from './send-booking-mail.ts';

const HOUR = 3_600_000;
const EVERY = 10 * 60_000;

/** Enqueues the reminders that are due before this job runs again: one for each side of a meeting, each once. */
export const remindersJob = defineJob({
  name: 'bookings.reminders',
  payload: v.object({}),
  every: EVERY,
  async run(_payload, { services: { store, settings }, now }: JobContext<JobServices>) {
    const hours = settings.BOOKING_REMINDERS;
    const [most = 0] = hours;
    const at = now();
    const coming = await store.db
      .selectFrom('bookings')
      .select(['id', 'lead_id', 'sequence', 'starts_at', 'changed_at'])
      .where('state', '=', 'booked')
      .where('starts_at', '>', at)
      .where('starts_at', '<=', at + 2 * EVERY + most * HOUR)
      .execute();
    const jobs = coming.flatMap(({ id: booking, lead_id: leadId, sequence, starts_at: start, changed_at: made }) =>
      hours
        .map((before) => ({ before, runAt: start - before * HOUR }))
        .filter(({ before, runAt }) => runAt <= at + 2 * EVERY && runAt > made && at < endOf(hours, { before, start }))
        .flatMap(({ before, runAt }) =>
          sides.map((side) => {
            const uniqueKey = `booking-reminder:${booking}:${sequence}:${before}:${side}`;
            return jobRow(reminderJob, { leadId, booking, sequence, before, side }, { now: at, runAt: Math.max(at, runAt), uniqueKey });
          }),
        ),
    );
    await store.begin((tx) => insertJobs(tx, jobs));
  },
});

const sides = ['visitor', 'staff'] as const;

/**
 * Reminds one side of a meeting. Nothing is sent where the meeting was moved or cancelled since or has begun, where the next reminder is due already,
 * or where BOOKING_REMINDERS no longer has this one; the visitor gets none where the address is suppressed.
 */
export const reminderJob = defineJob({
  name: 'bookings.reminder',
  payload: v.object({ ...bookingPayload.entries, before: v.number(), side: v.picklist(sides) }),
  run: async ({ before, side, ...asked }, context: JobContext<JobServices>) => {
    const { store, settings, mailer } = context.services;
    const hours = settings.BOOKING_REMINDERS;
    const found = await readBooking(asked, context);
    if (found === undefined || found.booking.state !== 'booked' || !hours.includes(before) || !mayMail(found.lead)) return undefined;
    const { booking, lead } = found;
    const { starts_at: start } = booking;
    if (context.now() >= endOf(hours, { before, start })) return undefined;
    const place = meetingPlace(settings);
    if (side === 'staff') {
      // Sales get one mail an hour about bookings of networks and companies beyond their share (jobs.ts), and no reminder of each.
      if (laneOf(booking.load) === 'slow') return undefined;
      const zone = settings.BOOKING_ZONE ?? settings.TIME_ZONE;
      const theirs = booking.zone === zone ? undefined : when(booking, booking.zone);
      const props = { name: fullName(lead), when: when(booking, zone), theirs, place, desk: leadLocation(lead, settings) };
      return mailer.send(staffReminder, props, { to: staffOf(settings), replyTo: lead.email }, context);
    }
    if ((await suppressionOf(store.db, lead.email)) !== undefined) return undefined;
    const link = await store.begin((tx) => bookingLink(tx, settings, { leadId: lead.id, now: context.now(), meeting: start }));
    const { name, address } = meetingOrganiser(settings);
    const props = { name: fullName(lead), when: when(booking, booking.zone), place, link };
    return mailer.send(visitorReminder, props, { to: lead.email, replyTo: named(address, name) }, context);
  },
});

/** When a reminder is too late: its next one is due, or the meeting has begun. */
function endOf(hours: readonly number[], { before, start }: { before: number; start: number }): number {
  const next = hours.find((one) => one < before) ?? 0;
  return start - next * HOUR;
}
