import { present } from '../../contract/checked.ts';
import { recipientDomain } from '../mail/mail-domains.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { placesFor } from '../store/shares/pots.ts';
import type { Sharer } from '../store/shares/shares.ts';
import type { Tx } from '../store/store.ts';
import type { BookingPlan } from './booking-links.ts';
import { busyTimes } from './feeds/busy-times.ts';
import { freeSlots, SLOT_MS } from './free-slots.ts';
import { wallClock } from './wall-clock.ts';

/** How often times may be chosen (booked or moved) with one address within CHOICES_MS (milliseconds): each choice mails staff. */
export const MAX_CHOICES = 6;
const CHOICES_MS = 30 * 24 * 3_600_000;

/** The share of all half hours ahead that one domain or one client may book, and the number that each may book in any case. */
const SHARE = 0.04;
const LEAST_SHARE = 3;

/** The lead who chooses a time. */
export type Asker = {
  lead: Pick<LeadRow, 'id' | 'email' | 'email_key' | 'suspected_spam'>;
  /** The networks of the request, by their stored names; undefined when shares do not apply (RATE_LIMIT=off). */
  networks?: readonly Sharer[] | undefined;
};

export type Offer = {
  /** In order; empty while a calendar's busy times are unknown. */
  slots: number[];
  /** How much of its share the busiest of the asker's networks and domain has used, in percent; 0 when it has booked nothing. */
  load: number;
  /** Whether this address or domain may not choose on the page any more: staff arrange a time by mail. */
  closed: boolean;
};

type Asked = { plan: BookingPlan; now: number; moved?: string | undefined };

/**
 * The half hours that a lead may choose from. A domain has a share of all half hours. A client that has used up its share is offered a day only while most of
 * it is free, and the last fifth of each day is kept for clients and domains with few bookings or none.
 * @param moved id of the asker's booking that is to be moved: it is ignored
 */
export async function readOffer(db: Tx, { plan, now, moved, asker }: Asked & { asker: Asker }): Promise<Offer> {
  const { lead, networks } = asker;
  const all = await readHours(db, { plan, now, moved });
  const closed = lead.suspected_spam === 1 || !(await mayChoose(db, lead, now));
  if (networks === undefined) return { slots: all.free, load: 0, closed };
  const share = Math.max(LEAST_SHARE, Math.floor(SHARE * all.hours.length));
  const domain = recipientDomain(lead.email);
  const ofDomain = loadOf(all.booked.filter(({ email }) => domain && recipientDomain(email)?.name === domain.name).length, share);
  const ofNetworks = networks.map(({ name, times }) =>
    loadOf(all.booked.filter((one) => one.networks.includes(name)).length, share * times),
  );
  const load = Math.max(ofDomain, ...ofNetworks);
  const day = dayIn(plan);
  const booked = Map.groupBy(all.booked, ({ at }) => day(at));
  const hours = Map.groupBy(all.hours, day);
  const slots = all.free.filter((at) => (booked.get(day(at))?.length ?? 0) < placesFor(load, present(hours.get(day(at))).length));
  return { slots, load, closed: closed || ofDomain > 100 };
}

/** The half hours that are not booked, in order; empty while a calendar's busy times are unknown. */
export async function readFreeSlots(db: Tx, plan: BookingPlan, now: number): Promise<number[]> {
  return (await readHours(db, { plan, now })).free;
}

/** The percentage of the share that one more booking would use; 0 for the first. */
function loadOf(had: number, share: number): number {
  return had === 0 ? 0 : Math.ceil((100 * (had + 1)) / share);
}

type Hours = {
  /** All half hours that are offered in principle, booked or not. */
  hours: number[];
  free: number[];
  booked: { at: number; email: string; networks: string[] }[];
};

async function readHours(db: Tx, { plan, now, moved = '' }: Asked): Promise<Hours> {
  const busy = await busyTimes(db, plan.calendars, now);
  if (busy === undefined) return { hours: [], free: [], booked: [] };
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('leads', 'leads.id', 'bookings.lead_id')
    .select(['bookings.starts_at as at', 'leads.email', 'bookings.networks'])
    .where('bookings.state', '=', 'booked')
    .where('starts_at', '>', now - SLOT_MS)
    .where('starts_at', '<=', now + plan.ahead + SLOT_MS)
    .where('bookings.id', '!=', moved)
    .execute();
  const taken = rows.map(({ at }) => ({ from: at, until: at + SLOT_MS }));
  return {
    hours: freeSlots(plan, { now, taken: busy }),
    free: freeSlots(plan, { now, taken: [...busy, ...taken] }),
    booked: rows.map(({ networks, ...row }) => ({ ...row, networks: networks?.split(' ') ?? [] })),
  };
}

/**
 * Whether one more time may be chosen for a lead. All requests from its mailbox count, and cancelled meetings too; a link that staff make resets the count,
 * and what staff book or move does not count.
 */
export async function mayChoose(db: Tx, lead: Pick<LeadRow, 'id' | 'email_key'>, now: number): Promise<boolean> {
  const renewed = await db
    .selectFrom('booking_links')
    .select((eb) => eb.fn.max('created_at').as('at'))
    .where('lead_id', '=', lead.id)
    .where('renews', '=', 1)
    .executeTakeFirstOrThrow();
  const { count, moves } = await db
    .selectFrom('bookings')
    .innerJoin('leads', 'leads.id', 'bookings.lead_id')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('bookings.by_staff', 'is', null).as('count'),
      eb.fn.sum<number | null>('bookings.moves').as('moves'),
    ])
    .where('leads.email_key', '=', lead.email_key)
    .where((eb) => eb.fn.coalesce('bookings.chosen_at', 'bookings.changed_at'), '>', Math.max(now - CHOICES_MS, renewed.at ?? 0))
    .executeTakeFirstOrThrow();
  return count + (moves ?? 0) < MAX_CHOICES;
}

function dayIn({ zone }: BookingPlan): (at: number) => string {
  const clock = wallClock(zone);
  return (at) => clock(at).day;
}
