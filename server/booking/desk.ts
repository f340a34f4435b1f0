import {
  scheduleMeetingCall,
  cancelMeetingCall,
  makeMeetingLink,
  readMeetingTimes,
  readMeetingWays,
} from '../../contract/calls/desk/meeting-calls.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import { findLead } from '../leads/lead-repository.ts';
import type { Tx } from '../store/store.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { isOf, missing } from '../work/work-routes.ts';
import { bookingLink, bookingPlan, meetingOrganiser, meetingPlace } from './booking-links.ts';
import { activeBooking, addBooking, cancelBooking, moveBooking } from './bookings.ts';
import { readOffer } from './offer.ts';
import { isTimeZone } from './wall-clock.ts';
import { zoneOfLead } from './zone-of-lead.ts';

type MeetingContext = Pick<LeadContext, 'store' | 'settings' | 'wake' | 'now'>;

/** The desk's calls on meetings. */
export function meetingDeskRoutes(route: DeskRoute, context: MeetingContext): void {
  const { store, settings, wake, now } = context;
  bookingDeskRoutes(route, context);
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

  const isLinked = () => bookingPlan(settings) !== undefined;
  route(readMeetingWays, async () => ({
    linked: isLinked(),
    zone: settings.BOOKING_ZONE ?? settings.TIME_ZONE,
    place: meetingPlace(settings) ?? null,
    organiser: meetingOrganiser(settings).address,
  }));

  route(makeMeetingLink, ({ record }, { id }) =>
    store.begin(async (tx) => {
      if (!(await isOf(tx, id, 'lead'))) return missing();
      await record(tx, { subject: { kind: 'lead', id } });
      return { link: isLinked() ? await bookingLink(tx, settings, { leadId: id, now: now(), renews: true }) : null };
    }),
  );
}

/** Booking and moving for a visitor: by the same times as the visitor's page, without its limits for each sender. */
function bookingDeskRoutes(route: DeskRoute, { store, settings, wake, now }: MeetingContext): void {
  route(readMeetingTimes, async (_, { id }) => {
    const { db } = store;
    const lead = (await isOf(db, id, 'lead')) ? await findLead(db, id) : undefined;
    if (lead === undefined) return missing();
    const plan = bookingPlan(settings);
    const booking = await activeBooking(db, id, now());
    const offer = plan === undefined ? undefined : await readOffer(db, { plan, now: now(), moved: booking?.id, asker: { lead } });
    return {
      times: offer?.slots.filter((at) => at !== booking?.starts_at) ?? [],
      theirZone: (await zoneOfLead(db, lead, now())) ?? null,
      zone: settings.BOOKING_ZONE ?? settings.TIME_ZONE,
      startsAt: booking?.starts_at ?? null,
    };
  });

  route(scheduleMeetingCall, async ({ accountId: actor, record }, { id, slot, zone, seen }) => {
    const lead = (await isOf(store.db, id, 'lead')) ? await findLead(store.db, id) : undefined;
    if (lead === undefined) return missing();
    if (!isTimeZone(zone)) return new HttpRefusal(422, { errors: { zone: 'There is no such time zone' } });
    const plan = bookingPlan(settings);
    if (plan === undefined)
      return new HttpRefusal(409, { detail: 'No times are chosen here: another calendar is used, or there are no hours.' });
    if (lead.suspected_spam === 1)
      return new HttpRefusal(409, { detail: 'Nothing is booked for suspected spam: say first that it is none.' });
    const change = seen === null ? addBooking : moveBooking;
    const written = (tx: Tx) => record(tx, { subject: { kind: 'lead', id } });
    const { outcome } = await change({ store, plan, now: now() }, { lead, slot, zone, by: { actor, seen, record: written } });
    if (outcome === 'done before') await store.begin(written);
    else if (outcome !== 'booked' && outcome !== 'moved') return new HttpRefusal(409, { detail: outcome === 'taken' ? TAKEN : CHANGED });
    wake();
    return { outcome, startsAt: slot };
  });
}

const TAKEN = 'That half hour is not free any more: it was taken meanwhile, or is too near. Nothing was sent. Choose another.';
const CHANGED = 'The meeting was booked, moved or cancelled by somebody else meanwhile. Nothing was sent. Look at it again.';
