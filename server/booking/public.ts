import { changeMeetingCall, showMeetingCall } from '../../contract/calls/public/visit-calls.ts';
import { DEMO_LANDING } from '../../contract/callers.ts';
import { MEETING_PATH } from '../../contract/meeting-page.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LeadContext } from '../leads/lead-context.ts';
import { allowFormBody, clean } from '../http/read-request.ts';
import { networksOfRequest } from '../http/client-address.ts';
import { createPublicRoute } from '../http/public-route.ts';
import { isStoreDown } from '../store/errors.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { readBookingLink, bookingPlan, meetingPlace, type BookingPlan } from './booking-links.ts';
import { showTimes, showLinkFault, showMeeting, showTooOften, type MeetingPage } from './booking-page.ts';
import { activeBooking, addBooking, cancelBooking, moveBooking, type BookingOutcome } from './bookings.ts';
import { readOffer, type Asker } from './offer.ts';
import { isTimeZone, meetingWords } from './wall-clock.ts';

/** What the query or the form of the page asks for. */
type Asked = { token: string; zone: string; day: string; does: string; slot: number; isConfirmed: boolean };

type Visit = Asker & { reply: FastifyReply; asked: Asked; plan: BookingPlan; lead: LeadRow; now: number };

/** The page on which a verified visitor books, moves and cancels a meeting. Not registered when meetings are not booked on this site. */
export async function bookingRoutes(app: FastifyInstance, context: LeadContext): Promise<void> {
  const { site, store, settings, shares } = context;
  await allowFormBody(app);

  async function visit(
    request: FastifyRequest,
    reply: FastifyReply,
    serve: (visit: Visit) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const asked = askedOf(request);
    const now = context.now();
    const plan = bookingPlan(settings);
    try {
      const link = plan === undefined ? undefined : await readBookingLink(store.db, asked.token, now);
      if (plan === undefined || link === undefined) return showLinkFault(reply, site, { fault: 'unknown' });
      if (link.state !== 'known') return showLinkFault(reply, site, { fault: link.state });
      const networks = settings.RATE_LIMIT === 'off' ? undefined : await shares.names(networksOfRequest(request));
      return await serve({ reply, asked, plan, lead: link.lead, networks, now });
    } catch (error) {
      if (!isStoreDown(error)) throw error;
      return showLinkFault(reply.header('retry-after', 5), site, { fault: 'unavailable', token: asked.token });
    }
  }

  // Mail scanners open links: GET and HEAD change nothing.
  const route = createPublicRoute(app, context);
  route(showMeetingCall, ({ request, reply }) => visit(request, reply, (one) => show(context, one)));
  route(changeMeetingCall, ({ request, reply }) => visit(request, reply, (one) => act(context, one)));
}

async function show(context: LeadContext, visit: Visit, notice?: MeetingPage['notice'], status = 200): Promise<FastifyReply> {
  const { store } = context;
  const { reply, asked, plan, lead, now } = visit;
  const booking = await activeBooking(store.db, lead.id, now);
  const offer = await readOffer(store.db, { plan, now, moved: booking?.id, asker: visit });
  const mayReserve = booking !== undefined || !offer.closed;
  const about = {
    ...pageAbout(context, visit),
    status,
    notice: notice ?? (booking === undefined ? await cancelledNotice(context, visit, mayReserve) : undefined),
  };
  if (!mayReserve) return asked.isConfirmed ? redirect(reply, DEMO_LANDING) : showTooOften(reply, about);
  const begun = booking !== undefined && booking.starts_at <= now;
  if (booking !== undefined && (begun || asked.does !== 'move')) {
    const path = asked.does === 'cancel' && !begun ? '/verify/meeting-cancel' : '/verify/meeting-booked';
    return showMeeting(reply, about, { path, booking });
  }
  const others = offer.slots.filter((slot) => slot !== booking?.starts_at);
  const { day, isConfirmed } = asked;
  if (isConfirmed && others.length === 0) return redirect(reply, DEMO_LANDING);
  return showTimes(reply, about, { slots: others, day, moving: booking?.starts_at, isConfirmed });
}

async function act(context: LeadContext, visit: Visit): Promise<FastifyReply> {
  const { reply, asked } = visit;
  if (asked.does !== 'cancel' && Number.isNaN(asked.slot))
    return show(context, visit, { look: 'alert', text: 'Choose one of the times.' }, 422);
  const done = await change(context, visit);
  if (done.outcome === 'taken')
    return show(context, visit, { look: 'alert', text: 'That half hour has just been taken. These are free now.' }, 409);
  if (done.outcome === 'closed') {
    const text = 'Its time was changed as often as this page can. Answer our email about it, or write to us, and we will find another.';
    return show(context, { ...visit, asked: { ...asked, does: '' } }, { look: 'alert', text }, 409);
  }
  if (done.outcome === 'has one') {
    const text = 'You have a meeting already: it is shown below. Move it, if another time suits you better.';
    return show(context, { ...visit, asked: { ...asked, does: '' } }, { look: 'alert', text }, 409);
  }
  context.wake();
  // Also for 'done before' and 'has none': the page then shows the present state.
  const query = new URLSearchParams({ token: asked.token, zone: asked.zone || visit.plan.zone });
  return redirect(reply, `${MEETING_PATH}?${query.toString()}`);
}

async function change({ store }: LeadContext, { asked, plan, lead, networks, now }: Visit): Promise<BookingOutcome> {
  if (asked.does === 'cancel') return store.begin((tx) => cancelBooking(tx, store.dialect, { leadId: lead.id, now }));
  const choice = { lead, networks, slot: asked.slot, zone: asked.zone || plan.zone };
  return asked.does === 'move' ? moveBooking({ store, plan, now }, choice) : addBooking({ store, plan, now }, choice);
}

function pageAbout({ site, settings }: LeadContext, { asked, plan, now }: Visit): MeetingPage {
  const zone = asked.zone || plan.zone;
  return {
    site,
    token: asked.token,
    during: [now, now],
    zone,
    companyZone: plan.zone,
    unasked: asked.zone === '',
    place: meetingPlace(settings),
  };
}

/** Says that the lead's last meeting was cancelled, when its time has not passed yet. */
async function cancelledNotice(
  { store }: LeadContext,
  { lead, asked, plan, now }: Visit,
  mayReserve: boolean,
): Promise<MeetingPage['notice']> {
  const last = await store.db
    .selectFrom('bookings')
    .select(['state', 'starts_at'])
    .where('lead_id', '=', lead.id)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.state !== 'cancelled' || last.starts_at <= now) return undefined;
  const when = meetingWords(last.starts_at, asked.zone || plan.zone);
  return { look: 'status', text: `Your demo on ${when} is cancelled.${mayReserve ? ' Choose another time, or close this page.' : ''}` };
}

function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(path, 303);
}

function askedOf({ query, body }: FastifyRequest): Asked {
  const given = (name: string) => clean(body, name) || clean(query, name);
  const slot = given('slot');
  return {
    token: given('token'),
    zone: zoneOf(given('zone')),
    day: given('day'),
    does: given('do'),
    isConfirmed: given('confirmed') === 'yes',
    slot: /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/.test(slot) ? Date.parse(slot) : Number.NaN,
  };
}

/** The name when it is a known time zone, otherwise ''. A plus in an address is a space. */
function zoneOf(name: string): string {
  const zone = name.replaceAll(' ', '+');
  return isTimeZone(zone) ? zone : '';
}
