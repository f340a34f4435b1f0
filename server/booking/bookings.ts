import { sql } from 'kysely';
import type { BookingRow } from '../store/booking-schema.ts';
import { isUniqueViolation } from '../store/errors.ts';
import { newId } from '../store/id.ts';
import type { LeadRow } from '../store/schema.ts';
import type { Store, Tx } from '../store/store.ts';
import type { BookingPlan } from './booking-plan.ts';
import { freeSlots, SLOT_MS, type Interval } from './free-slots.ts';
import { busyTimes } from './feeds/busy-times.ts';
import { tellBooking } from './tell-booking.ts';

/** How often a time is chosen with an address in CHOICES_MS, whether a meeting is booked or moved by it: each is a mail to staff. */
export const MOST_CHOICES = 6;
const CHOICES_MS = 30 * 24 * 3_600_000;

export type BookingOutcome =
  | { outcome: 'booked' | 'moved' | 'cancelled'; booking: BookingRow }
  /** It was done before: a form that was sent twice. */
  | { outcome: 'done before'; booking: BookingRow }
  /** Somebody else has it, or it is no time that is offered. */
  | { outcome: 'taken' }
  /** The lead has another meeting already. */
  | { outcome: 'has one'; booking: BookingRow }
  /** MOST_CHOICES is reached. */
  | { outcome: 'chosen too often' }
  | { outcome: 'has none' };

export type BookingParts = { store: Pick<Store, 'db' | 'begin' | 'dialect'>; plan: BookingPlan; now: number };

export type SlotChoice = { lead: LeadRow; slot: number; zone: string };

/** The half hours that nobody has, in order; none while a calendar's busy times are not known. */
export async function readFreeSlots(db: Tx, plan: BookingPlan, now: number, own?: string): Promise<number[]> {
  const busy = await busyTimes(db, plan.calendars, now);
  if (busy === undefined) return [];
  return freeSlots(plan, { now, taken: [...busy, ...(await bookedTimes(db, { now, plan, own }))] });
}

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
export async function addBooking(parts: BookingParts, { lead, slot, zone }: SlotChoice): Promise<BookingOutcome> {
  const { store, plan, now } = parts;
  return store.begin(async (tx): Promise<BookingOutcome> => {
    await takeTurn(tx, store.dialect);
    const had = await activeBooking(tx, lead.id, now);
    if (had !== undefined) return { outcome: had.starts_at === slot ? 'done before' : 'has one', booking: had };
    if (!(await mayChoose(tx, lead, now))) return { outcome: 'chosen too often' };
    if (!(await isFree(tx, plan, { slot, now }))) return ownOrTaken(tx, { leadId: lead.id, slot, now });
    // Only what has passed: the meeting of another press of the same visitor may have been committed a moment ago.
    await tx
      .updateTable('bookings')
      .set({ state: 'over' })
      .where('lead_id', '=', lead.id)
      .where('state', '=', 'booked')
      .where('starts_at', '<=', now - SLOT_MS)
      .execute();
    const row = bookingRow({ leadId: lead.id, slot, zone, now });
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

export function bookingRow({ leadId, slot, zone, now }: { leadId: string; slot: number; zone: string; now: number }): BookingRow {
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
  };
}

/** Why a half hour is not free: the same visitor may have pressed twice at once, and the other press was first. */
async function ownOrTaken(tx: Tx, { leadId, slot, now }: { leadId: string; slot: number; now: number }): Promise<BookingOutcome> {
  const own = await activeBooking(tx, leadId, now);
  if (own === undefined) return { outcome: 'taken' };
  return { outcome: own.starts_at === slot ? 'done before' : 'has one', booking: own };
}

/** Gives a lead another half hour for the one that it has. */
export async function moveBooking(parts: BookingParts, { lead, slot, zone }: SlotChoice): Promise<BookingOutcome> {
  const { store, plan, now } = parts;
  try {
    return await store.begin(async (tx): Promise<BookingOutcome> => {
      await takeTurn(tx, store.dialect);
      const had = await activeBooking(tx, lead.id, now);
      if (had === undefined) return { outcome: 'has none' };
      if (had.starts_at === slot) return { outcome: 'done before', booking: had };
      if (!(await mayChoose(tx, lead, now))) return { outcome: 'chosen too often' };
      if (!(await isFree(tx, plan, { slot, now, own: had.id }))) return { outcome: 'taken' };
      const booking = await change(tx, had, { starts_at: slot, zone, moves: had.moves + 1, changed_at: now });
      if (booking === undefined) return { outcome: 'has one', booking: (await activeBooking(tx, lead.id, now)) ?? had };
      await tellBooking(tx, store.dialect, { booking, what: 'moved', at: now });
      return { outcome: 'moved', booking };
    });
  } catch (error) {
    // Somebody else was quicker with the same half hour.
    if (isUniqueViolation(error)) return { outcome: 'taken' };
    throw error;
  }
}

/** Ends a lead's meeting that has not begun. @param actor the account of the staff member who does it */
export async function cancelBooking(
  tx: Tx,
  dialect: Store['dialect'],
  { leadId, now, actor }: { leadId: string; now: number; actor?: string },
): Promise<BookingOutcome> {
  const had = await activeBooking(tx, leadId, now);
  if (had === undefined) return { outcome: 'has none' };
  const booking = await change(tx, had, { state: 'cancelled', changed_at: now });
  if (booking === undefined) return { outcome: 'has none' };
  await tellBooking(tx, dialect, { booking, what: 'cancelled', at: now, actor });
  return { outcome: 'cancelled', booking };
}

/**
 * Whether one more time may be chosen for a lead. Every request of its mailbox counts, and meetings that were cancelled do; a link that staff
 * make begins anew for its lead.
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
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('bookings.moves').as('moves')])
    .where('leads.email_key', '=', lead.email_key)
    .where('bookings.changed_at', '>', Math.max(now - CHOICES_MS, renewed.at ?? 0))
    .executeTakeFirstOrThrow();
  return count + (moves ?? 0) < MOST_CHOICES;
}

/** Whoever chooses a time waits for who chose before: what each may do depends on what the others have. */
async function takeTurn(tx: Tx, dialect: Store['dialect']): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended('bookings', 0))`.execute(tx);
}

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

async function isFree(tx: Tx, plan: BookingPlan, { slot, now, own }: { slot: number; now: number; own?: string }): Promise<boolean> {
  return (await readFreeSlots(tx, plan, now, own)).includes(slot);
}

type Asked = { now: number; plan: BookingPlan; own: string | undefined };

async function bookedTimes(db: Tx, { now, plan, own = '' }: Asked): Promise<Interval[]> {
  const rows = await db
    .selectFrom('bookings')
    .select('starts_at')
    .where('state', '=', 'booked')
    .where('starts_at', '>', now - SLOT_MS)
    .where('starts_at', '<=', now + plan.ahead + SLOT_MS)
    .where('id', '!=', own)
    .execute();
  return rows.map(({ starts_at: from }) => ({ from, until: from + SLOT_MS }));
}
