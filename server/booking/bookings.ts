import type { Insertable } from 'kysely';
import type { BookingRow } from '../store/tables/booking-tables.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import { isUniqueViolation } from '../store/errors.ts';
import { newId } from '../store/id.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Sharer } from '../store/shares/shares.ts';
import type { Store, Tx } from '../store/store.ts';
import type { BookingPlan } from './booking-links.ts';
import { SLOT_MS } from './free-slots.ts';
import { readOffer, type Asker } from './offer.ts';
import { insertJobs, jobRow } from '../queue/job-queue.ts';
import type { MeetingEvent } from '../leads/meeting-events.ts';
import { laneOf } from '../store/shares/pots.ts';
import { recordMeeting } from '../work/meetings/record-meeting.ts';
import { gatheredBookingMail, staffBookingMail, visitorBookingMail } from './jobs.ts';

export type BookingOutcome =
  | { outcome: 'booked' | 'moved' | 'cancelled'; booking: BookingRow }
  /** The change was made already: the form was sent twice. */
  | { outcome: 'done before'; booking: BookingRow }
  /** Somebody else has booked the time, or it is not offered. */
  | { outcome: 'taken' }
  /** The lead has another meeting already. */
  | { outcome: 'has one'; booking: BookingRow }
  /** The lead may not choose another time on the page: see offer.ts. */
  | { outcome: 'closed' }
  | { outcome: 'has none' };

type BookingParts = { store: Pick<Store, 'db' | 'begin' | 'dialect'>; plan: BookingPlan; now: number };

/**
 * A member of staff who books or moves a meeting for a visitor; this does not count against the visitor's limit (MAX_CHOICES). `seen`: start of the
 * meeting that the desk showed, null if none; nothing changes where the lead's meeting is at another time by now. `record`: called in the transaction
 * of a change.
 */
type ByStaff = { actor: string; seen: number | null; record: (tx: Tx) => Promise<void> };

type SlotChoice = Asker & { lead: LeadRow; slot: number; zone: string; by?: ByStaff };

/** The lead's booked meeting that is not over yet. */
export async function activeBooking(db: Tx, leadId: string, now: number): Promise<BookingRow | undefined> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('state', '=', 'booked')
    .where('starts_at', '>', now - SLOT_MS)
    .executeTakeFirst();
}

/** Books a half hour for a lead without a meeting, with its history entry and mails, in one transaction. */
export async function addBooking(parts: BookingParts, { slot, zone, by, ...asker }: SlotChoice): Promise<BookingOutcome> {
  const { store, plan, now } = parts;
  const { lead } = asker;
  return store.begin(async (tx): Promise<BookingOutcome> => {
    await lockNamed(store.dialect, tx, TURN);
    const had = await activeBooking(tx, lead.id, now);
    if (had !== undefined) return { outcome: had.starts_at === slot ? 'done before' : 'has one', booking: had };
    const offer = await readOffer(tx, { plan, now, asker });
    if (offer.closed && by === undefined) return { outcome: 'closed' };
    if (!offer.slots.includes(slot)) return ownOrTaken(tx, { leadId: lead.id, slot, now });
    // Only meetings that are over: one that the same visitor booked a moment ago by pressing twice stays booked.
    await tx
      .updateTable('bookings')
      .set({ state: 'over' })
      .where('lead_id', '=', lead.id)
      .where('state', '=', 'booked')
      .where('starts_at', '<=', now - SLOT_MS)
      .execute();
    const row = bookingRow({ leadId: lead.id, slot, zone, now, networks: asker.networks, load: offer.load, isByStaff: by !== undefined });
    // A second transaction waits here for the first; the unique indexes then say that the half hour or the lead is taken.
    const inserted = await tx
      .insertInto('bookings')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted === undefined) return ownOrTaken(tx, { leadId: lead.id, slot, now });
    await tellBooking(tx, store.dialect, { booking: inserted, what: 'booked', at: now, actor: by?.actor });
    await by?.record(tx);
    return { outcome: 'booked', booking: inserted };
  });
}

type NewBooking = {
  leadId: string;
  slot: number;
  zone: string;
  now: number;
  networks?: readonly Sharer[] | undefined;
  load?: number;
  isByStaff?: boolean;
};

export function bookingRow({ leadId, slot, zone, now, networks, load, isByStaff = false }: NewBooking) {
  return {
    id: newId(now),
    lead_id: leadId,
    uid: `${newId(now)}@booking`,
    starts_at: slot,
    state: 'booked',
    sequence: 0,
    moves: 0,
    zone,
    created_at: now,
    changed_at: now,
    networks: networks?.map(({ name }) => name).join(' ') ?? null,
    load: load ?? null,
    by_staff: isByStaff ? 1 : null,
    chosen_at: isByStaff ? 0 : now,
  } satisfies Insertable<BookingRow>;
}

/** Why a half hour is not free: the same visitor may have pressed twice, and the other press was first. */
async function ownOrTaken(tx: Tx, { leadId, slot, now }: { leadId: string; slot: number; now: number }): Promise<BookingOutcome> {
  const own = await activeBooking(tx, leadId, now);
  if (own === undefined) return { outcome: 'taken' };
  return { outcome: own.starts_at === slot ? 'done before' : 'has one', booking: own };
}

/** Moves a lead's meeting to another half hour. */
export async function moveBooking(parts: BookingParts, { slot, zone, by, ...asker }: SlotChoice): Promise<BookingOutcome> {
  const { store, plan, now } = parts;
  try {
    return await store.begin(async (tx): Promise<BookingOutcome> => {
      await lockNamed(store.dialect, tx, TURN);
      const had = await activeBooking(tx, asker.lead.id, now);
      if (had === undefined) return { outcome: 'has none' };
      if (had.starts_at === slot) return { outcome: 'done before', booking: had };
      if (by !== undefined && by.seen !== had.starts_at) return { outcome: 'has one', booking: had };
      const offer = await readOffer(tx, { plan, now, moved: had.id, asker });
      if (offer.closed && by === undefined) return { outcome: 'closed' };
      if (!offer.slots.includes(slot)) return { outcome: 'taken' };
      const chosen = by === undefined ? { moves: had.moves + 1, chosen_at: now } : {};
      const booking = await change(tx, had, { starts_at: slot, zone, changed_at: now, ...chosen });
      if (booking === undefined) return { outcome: 'has one', booking: (await activeBooking(tx, asker.lead.id, now)) ?? had };
      await tellBooking(tx, store.dialect, { booking, what: 'moved', at: now, actor: by?.actor });
      await by?.record(tx);
      return { outcome: 'moved', booking };
    });
  } catch (error) {
    // Another visitor booked the same half hour first.
    if (isUniqueViolation(error)) return { outcome: 'taken' };
    throw error;
  }
}

/**
 * Cancels a lead's meeting.
 * @param asked `actor`: account of the staff member who cancels; `startsAt`: the start that the desk showed: a meeting at another time is kept
 */
export async function cancelBooking(
  tx: Tx,
  dialect: Store['dialect'],
  asked: { leadId: string; now: number; actor?: string; startsAt?: number | undefined },
): Promise<BookingOutcome> {
  const { leadId, now, actor, startsAt } = asked;
  const had = await activeBooking(tx, leadId, now);
  if (had === undefined) return { outcome: 'has none' };
  if (startsAt !== undefined && had.starts_at !== startsAt) return { outcome: 'has one', booking: had };
  const booking = await change(tx, had, { state: 'cancelled', changed_at: now });
  if (booking === undefined) return { outcome: 'has none' };
  await tellBooking(tx, dialect, { booking, what: 'cancelled', at: now, actor });
  return { outcome: 'cancelled', booking };
}

/** Name of the lock that makes bookings take turns: what one visitor may choose depends on what others have booked. */
const TURN = 'bookings';

/** Changes a meeting; undefined when it was changed by somebody else meanwhile. */
async function change(tx: Tx, had: BookingRow, to: Partial<BookingRow>): Promise<BookingRow | undefined> {
  return tx
    .updateTable('bookings')
    .set({ ...to, sequence: had.sequence + 1 })
    .where('id', '=', had.id)
    .where('state', '=', 'booked')
    .where('sequence', '=', had.sequence)
    .returningAll()
    .executeTakeFirst();
}

type Told = { booking: BookingRow; what: MeetingEvent; at: number; actor?: string | undefined };

/** Records a change of a meeting, in its transaction: the entry in the lead's history, the lead's state, and the mails. */
async function tellBooking(tx: Tx, dialect: Store['dialect'], { booking, what, at, actor }: Told): Promise<void> {
  const { id, lead_id: leadId, uid, starts_at: startsAt, sequence, zone } = booking;
  await recordMeeting(tx, dialect, { leadId, what, startsAt, booking: uid, zone, at, actor });
  const payload = { leadId, booking: id, sequence };
  const toStaff = laneOf(booking.load) === 'slow' ? gathered(at) : jobRow(staffBookingMail, payload, { now: at });
  await insertJobs(tx, [jobRow(visitorBookingMail, payload, { now: at }), toStaff]);
}

/** Sales get one mail an hour, instead of one each, about meetings from clients or domains that have used up their share. */
function gathered(at: number) {
  const until = Math.ceil((at + 1) / HOUR) * HOUR;
  return jobRow(gatheredBookingMail, { from: until - HOUR, until }, { now: at, runAt: until, uniqueKey: `bookings until ${until}` });
}

const HOUR = 3_600_000;
