import type { BookingRow } from '../store/booking-schema.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import { isUniqueViolation } from '../store/errors.ts';
import { newId } from '../store/id.ts';
import type { LeadRow } from '../store/schema.ts';
import type { Sharer } from '../store/shares/shares.ts';
import type { Store, Tx } from '../store/store.ts';
import type { BookingPlan } from './booking-plan.ts';
import { SLOT_MS } from './free-slots.ts';
import { readOffer, type Asker } from './offer.ts';
import { tellBooking } from './tell-booking.ts';

export type BookingOutcome =
  | { outcome: 'booked' | 'moved' | 'cancelled'; booking: BookingRow }
  /** It was done before: a form that was sent twice. */
  | { outcome: 'done before'; booking: BookingRow }
  /** Somebody else has it, or it is no time that is offered. */
  | { outcome: 'taken' }
  /** The lead has another meeting already. */
  | { outcome: 'has one'; booking: BookingRow }
  /** The page gives it no more: offer.ts. */
  | { outcome: 'closed' }
  | { outcome: 'has none' };

export type BookingParts = { store: Pick<Store, 'db' | 'begin' | 'dialect'>; plan: BookingPlan; now: number };

export type SlotChoice = Asker & { lead: LeadRow; slot: number; zone: string };

/** The meeting that a lead has and that is not over. */
export async function activeBooking(db: Tx, leadId: string, now: number): Promise<BookingRow | undefined> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('state', '=', 'booked')
    .where('starts_at', '>', now - SLOT_MS)
    .executeTakeFirst();
}

/** Gives a half hour to a lead that has none, with all that follows from it, in one transaction. */
export async function addBooking(parts: BookingParts, { slot, zone, ...asker }: SlotChoice): Promise<BookingOutcome> {
  const { store, plan, now } = parts;
  const { lead } = asker;
  return store.begin(async (tx): Promise<BookingOutcome> => {
    await lockNamed(store.dialect, tx, TURN);
    const had = await activeBooking(tx, lead.id, now);
    if (had !== undefined) return { outcome: had.starts_at === slot ? 'done before' : 'has one', booking: had };
    const offer = await readOffer(tx, { plan, now, asker });
    if (offer.closed) return { outcome: 'closed' };
    if (!offer.slots.includes(slot)) return ownOrTaken(tx, { leadId: lead.id, slot, now });
    // Only what has passed: the meeting of another press of the same visitor may have been committed a moment ago.
    await tx
      .updateTable('bookings')
      .set({ state: 'over' })
      .where('lead_id', '=', lead.id)
      .where('state', '=', 'booked')
      .where('starts_at', '<=', now - SLOT_MS)
      .execute();
    const row = bookingRow({ leadId: lead.id, slot, zone, now, networks: asker.networks, load: offer.load });
    // Whoever comes second waits for the first to end, and is told here by the store which half hours and leads are taken.
    const inserted = await tx
      .insertInto('bookings')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted === undefined) return ownOrTaken(tx, { leadId: lead.id, slot, now });
    await tellBooking(tx, store.dialect, { booking: row, what: 'booked', at: now });
    return { outcome: 'booked', booking: row };
  });
}

type NewBooking = { leadId: string; slot: number; zone: string; now: number; networks?: readonly Sharer[] | undefined; load?: number };

export function bookingRow({ leadId, slot, zone, now, networks, load }: NewBooking): BookingRow {
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
  };
}

/** Why a half hour is not free: the same visitor may have pressed twice at once, and the other press was first. */
async function ownOrTaken(tx: Tx, { leadId, slot, now }: { leadId: string; slot: number; now: number }): Promise<BookingOutcome> {
  const own = await activeBooking(tx, leadId, now);
  if (own === undefined) return { outcome: 'taken' };
  return { outcome: own.starts_at === slot ? 'done before' : 'has one', booking: own };
}

/** Gives a lead another half hour for the one that it has. */
export async function moveBooking(parts: BookingParts, { slot, zone, ...asker }: SlotChoice): Promise<BookingOutcome> {
  const { store, plan, now } = parts;
  try {
    return await store.begin(async (tx): Promise<BookingOutcome> => {
      await lockNamed(store.dialect, tx, TURN);
      const had = await activeBooking(tx, asker.lead.id, now);
      if (had === undefined) return { outcome: 'has none' };
      if (had.starts_at === slot) return { outcome: 'done before', booking: had };
      const offer = await readOffer(tx, { plan, now, own: had.id, asker });
      if (offer.closed) return { outcome: 'closed' };
      if (!offer.slots.includes(slot)) return { outcome: 'taken' };
      const booking = await change(tx, had, { starts_at: slot, zone, moves: had.moves + 1, changed_at: now });
      if (booking === undefined) return { outcome: 'has one', booking: (await activeBooking(tx, asker.lead.id, now)) ?? had };
      await tellBooking(tx, store.dialect, { booking, what: 'moved', at: now });
      return { outcome: 'moved', booking };
    });
  } catch (error) {
    // Somebody else was quicker with the same half hour.
    if (isUniqueViolation(error)) return { outcome: 'taken' };
    throw error;
  }
}

/**
 * Ends a lead's meeting that has not begun.
 * @param asked `actor`: the account of the staff member who does it; `startsAt`: of the meeting that they saw, another one stays
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

/** Whoever chooses a time waits for who chose before: what each may do depends on what the others have. */
const TURN = 'bookings';

/** Changes a meeting unless somebody was quicker. */
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
