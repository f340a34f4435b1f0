import { cancelMeetingCall, makeMeetingLink, readMeetingWays } from '../../contract/calls/desk/meeting-calls.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { isOf, missing } from '../work/work-routes.ts';
import { bookingLink, bookingPlan, meetingOrganiser, meetingPlace } from './booking-links.ts';
import { cancelBooking } from './bookings.ts';

/** The desk's calls on meetings that visitors booked. */
export function meetingDeskRoutes(
  route: DeskRoute,
  { store, settings, wake, now }: Pick<LeadContext, 'store' | 'settings' | 'wake' | 'now'>,
): void {
  route(cancelMeetingCall, async ({ accountId: actor, record }, { id, startsAt }) => {
    const answer = await store.begin(async (tx) => {
      if (!(await isOf(tx, id, 'lead'))) return missing();
      const { outcome } = await cancelBooking(tx, store.dialect, { leadId: id, now: now(), actor, startsAt });
      if (outcome === 'has one')
        return new HttpRefusal(409, { detail: 'The meeting was moved to another time meanwhile. Look at it again.' });
      const cancelled = outcome === 'cancelled';
      await record(tx, { subject: { kind: 'lead', id }, detail: { cancelled } });
      return { cancelled };
    });
    wake();
    return answer;
  });

  const isLinked = bookingPlan(settings) !== undefined;
  route(readMeetingWays, async () => ({
    linked: isLinked,
    zone: settings.BOOKING_ZONE ?? settings.TIME_ZONE,
    place: meetingPlace(settings) ?? null,
    organiser: meetingOrganiser(settings).address,
  }));

  route(makeMeetingLink, ({ record }, { id }) =>
    store.begin(async (tx) => {
      if (!(await isOf(tx, id, 'lead'))) return missing();
      await record(tx, { subject: { kind: 'lead', id } });
      return { link: isLinked ? await bookingLink(tx, settings, { leadId: id, now: now(), renews: true }) : null };
    }),
  );
}
