import { describe, expect } from 'vitest';
import type { CallOutput } from '../../contract/calls/desk/call.ts';
import { scheduleMeetingCall, cancelMeetingCall, readMeetingTimes } from '../../contract/calls/desk/meeting-calls.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { addBooking, moveBooking } from './bookings.ts';
import { mayChoose, MAX_CHOICES, readFreeSlots } from './offer.ts';
import { addVisitors, planOf } from './bookings.testing.ts';

/** Monday at 09:00 in Rome. */
const NINE = Date.UTC(2026, 10, 23, 8);

const HOURS = { BOOKING_HOURS: 'Mon-Fri 09:00-12:30, 14:00-18:00', BOOKING_ZONE: 'Europe/Rome' };

describe('the meeting of a lead at the desk', () => {
  testOnStores('is booked and moved by staff for a caller: once, with who did it, and none of the caller’s own choices', async () => {
    const store = await freshStore();
    const { signedIn, clock } = await testDesk(store, HOURS);
    const [lead, other] = await addVisitors(store, 2, clock.now);
    await store.db
      .updateTable('leads')
      .set({ answers: JSON.stringify({ phone: '+81 3 1234 5678' }) })
      .where('id', '=', lead!.id)
      .execute();
    const [seller, colleague] = [await signedIn('sales'), await signedIn('sales')];
    const times = async (id = lead!.id) => (await seller.call(readMeetingTimes, { id })).json<CallOutput<typeof readMeetingTimes>>();
    const read = await times();
    expect([read.theirZone, read.zone, read.startsAt, read.times[0]]).toEqual(['Asia/Tokyo', 'Europe/Rome', null, NINE]);
    const zone = 'Asia/Tokyo';
    const schedule = (id: string, slot: number, seen: number | null, by = seller) => by.call(scheduleMeetingCall, { id, slot, zone, seen });

    // Two colleagues choose the same half hour at once: one meeting. Sending the same choice again changes nothing.
    const both = await Promise.all([schedule(lead!.id, NINE, null), schedule(other!.id, NINE, null, colleague)]);
    expect(both.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409']);
    const [mine, theirs] = both[0].statusCode === 200 ? [lead!, other!] : [other!, lead!];
    expect((await schedule(mine.id, NINE, null)).json()).toEqual({ outcome: 'done before', startsAt: NINE });
    expect((await times(mine.id)).startsAt).toBe(NINE);
    // A request that names another start than the meeting's present one changes nothing.
    const [later, last] = [NINE + 1_800_000, NINE + 3_600_000];
    expect((await schedule(mine.id, later, NINE)).json()).toMatchObject({ outcome: 'moved' });
    expect((await schedule(mine.id, last, NINE)).statusCode).toBe(409);
    expect((await schedule(mine.id, last, null)).statusCode).toBe(409);
    expect((await schedule(theirs.id, later, null)).statusCode).toBe(409);
    expect((await schedule(mine.id, NINE + 60_000, later)).statusCode).toBe(409);

    const row = await store.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow();
    expect([row.starts_at, row.zone, row.by_staff, row.moves, row.sequence]).toEqual([later, zone, 1, 0, 1]);
    const events = await store.db
      .selectFrom('lead_events')
      .select(['kind', 'actor'])
      .where('kind', 'like', 'meeting %')
      .orderBy('id')
      .execute();
    expect(events.map(({ kind, actor }) => [kind, actor === null])).toEqual([
      ['meeting booked', false],
      ['meeting moved', false],
    ]);
    const jobs = await store.db.selectFrom('jobs').select('name').where('name', 'like', 'bookings.%-mail').execute();
    expect(jobs).toHaveLength(4);
    const nowhere = { id: mine.id, slot: last, zone: 'Nowhere/Land', seen: later };
    expect((await seller.call(scheduleMeetingCall, nowhere)).statusCode).toBe(422);
    // What staff booked and moved did not count against the visitor's limit.
    const slots = await readFreeSlots(store.db, planOf(), clock.now);
    const parts = { store, plan: planOf(), now: clock.now };
    for (let time = 0; time < MAX_CHOICES; time += 1)
      expect(await moveBooking(parts, { lead: mine, slot: slots[time]!, zone })).toMatchObject({ outcome: 'moved' });
    expect([await moveBooking(parts, { lead: mine, slot: slots[9]!, zone }), await mayChoose(store.db, mine, clock.now)]).toEqual([
      { outcome: 'closed' },
      false,
    ]);
    // Staff still may move the meeting, and suspected spam gets no meeting.
    expect((await schedule(mine.id, slots[9]!, slots[MAX_CHOICES - 1]!)).json()).toMatchObject({ outcome: 'moved' });
    await store.db.updateTable('leads').set({ suspected_spam: 1 }).where('id', '=', theirs.id).execute();
    expect((await schedule(theirs.id, NINE, null)).statusCode).toBe(409);
  });

  testOnStores('is cancelled by staff once, with who did it, and both sides are told', async () => {
    const store = await freshStore();
    const { signedIn, clock } = await testDesk(store);
    const [lead] = await addVisitors(store, 1, clock.now);
    const seller = await signedIn('sales');
    await addBooking({ store, plan: planOf(), now: clock.now }, { lead: lead!, slot: NINE, zone: 'UTC' });
    const other = await seller.call(cancelMeetingCall, { id: lead!.id, startsAt: NINE + 3_600_000 });
    expect([other.statusCode, (await store.db.selectFrom('bookings').select('state').execute()).map(({ state }) => state)]).toEqual([
      409,
      ['booked'],
    ]);
    for (const cancelled of [true, false]) {
      const answer = await seller.call(cancelMeetingCall, { id: lead!.id, startsAt: NINE });
      expect([answer.statusCode, answer.json()]).toEqual([200, { cancelled }]);
    }
    const jobs = await store.db.selectFrom('jobs').select(['name', 'payload']).where('name', 'like', 'bookings.%').execute();
    expect(
      jobs
        .filter(({ payload }) => payload.includes('"sequence":1'))
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['bookings.staff-mail', 'bookings.visitor-mail']);
    const [event] = await store.db.selectFrom('lead_events').select('actor').where('kind', '=', 'meeting cancelled').execute();
    const actions = await store.db
      .selectFrom('staff_actions')
      .select(['account_id', 'subject_id'])
      .where('action', '=', 'meeting cancelled')
      .execute();
    expect(actions.map(({ account_id: account, subject_id: subject }) => [account, subject])).toEqual([
      [event!.actor, lead!.id],
      [event!.actor, lead!.id],
    ]);
    expect(event!.actor).not.toBeNull();
    expect((await seller.call(cancelMeetingCall, { id: '0199aaaa-0000-7000-8000-000000000000' })).statusCode).toBe(404);
  });
});
