import { expect, test } from 'vitest';
import { describeOnStoresInTurn, freshStore, placeFor } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { activeBooking, addBooking, cancelBooking, moveBooking } from './bookings.ts';
import { MAX_CHOICES, readFreeSlots } from './offer.ts';
import { addVisitors, planOf, SUNDAY } from './bookings.testing.ts';

const HOUR = 3_600_000;
const plan = planOf({ BOOKING_NOTICE: '1' });
const zone = 'Europe/Rome';
/** Monday at 09:00 in Rome. */
const nine = Date.UTC(2026, 10, 23, 8);

async function historyOf({ db }: Store, leadId: string) {
  const rows = await db.selectFrom('lead_events').select(['kind', 'detail']).where('lead_id', '=', leadId).orderBy('id').execute();
  return rows.map(({ kind, detail }) => [kind, JSON.parse(detail) as unknown]);
}

async function jobsOf({ db }: Store) {
  const rows = await db.selectFrom('jobs').select('name').where('name', 'like', 'bookings.%').execute();
  return rows.map(({ name }) => name).toSorted();
}

describeOnStoresInTurn('a meeting', 1, (dialect) => {
  test('that 60 visitors want at once is one visitor’s, and the others are told what is free', async () => {
    // On PostgreSQL four servers, each with its own connections.
    const place = await placeFor({ filled: true });
    const stores = await Promise.all(Array.from({ length: dialect === 'sqlite' ? 1 : 4 }, () => freshStore(place)));
    const leads = await addVisitors(stores[0]!, 60);
    const outcomes = await Promise.all(
      leads.map((lead, index) => addBooking({ store: stores[index % stores.length]!, plan, now: SUNDAY }, { lead, slot: nine, zone })),
    );
    const count = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
    expect([count('booked'), count('taken')]).toEqual([1, 59]);
    const { db } = stores[0]!;
    expect(await db.selectFrom('bookings').select('starts_at').execute()).toEqual([{ starts_at: nine }]);
    expect(await jobsOf(stores[0]!)).toEqual(['bookings.staff-mail', 'bookings.visitor-mail']);
    expect((await db.selectFrom('lead_events').select('id').where('kind', '=', 'meeting booked').execute()).length).toBe(1);
    expect((await readFreeSlots(db, plan, SUNDAY))[0]).toBe(nine + HOUR / 2);
  });

  test('that many move to at once is one’s, and the others keep the one that they had', async () => {
    const place = await placeFor({ filled: true });
    const stores = await Promise.all(Array.from({ length: dialect === 'sqlite' ? 1 : 3 }, () => freshStore(place)));
    const leads = await addVisitors(stores[0]!, 12);
    const slots = await readFreeSlots(stores[0]!.db, plan, SUNDAY);
    for (const [index, lead] of leads.entries())
      await addBooking({ store: stores[0]!, plan, now: SUNDAY }, { lead, slot: slots[index + 1]!, zone });
    const moved = await Promise.all(
      leads.map((lead, index) => moveBooking({ store: stores[index % stores.length]!, plan, now: SUNDAY }, { lead, slot: nine, zone })),
    );
    expect(moved.map(({ outcome }) => outcome).toSorted()).toEqual(['moved', ...Array.from({ length: 11 }, () => 'taken')]);
    const winner = moved.findIndex(({ outcome }) => outcome === 'moved');
    const rows = await stores[0]!.db.selectFrom('bookings').select('starts_at').execute();
    expect(new Set(rows.map((row) => row.starts_at))).toEqual(
      new Set([nine, ...slots.slice(1, 13).filter((_, index) => index !== winner)]),
    );
  });

  test('that is asked for twice by one visitor is one, whatever else they press at once', async () => {
    const store = await freshStore();
    const [lead] = await addVisitors(store, 1);
    const slots = [nine, nine, nine, nine + HOUR, nine + HOUR];
    const outcomes = await Promise.all(slots.map((slot) => addBooking({ store, plan, now: SUNDAY }, { lead: lead!, slot, zone })));
    const words = outcomes.map(({ outcome }) => outcome);
    expect(words.filter((word) => word === 'booked')).toHaveLength(1);
    expect(words.every((word) => ['booked', 'done before', 'has one'].includes(word))).toBe(true);
    expect(await store.db.selectFrom('bookings').select('id').execute()).toHaveLength(1);
    expect(await jobsOf(store)).toHaveLength(2);
  });

  test('is booked, moved and cancelled, each with its entry and its mails, and its half hour is free again', async () => {
    const store = await freshStore();
    const [lead, other] = await addVisitors(store, 2);
    const parts = { store, plan, now: SUNDAY };
    expect(await addBooking(parts, { lead: lead!, slot: nine, zone })).toMatchObject({ outcome: 'booked', booking: { sequence: 0 } });
    expect(await moveBooking(parts, { lead: lead!, slot: nine + HOUR, zone: 'UTC' })).toMatchObject({
      outcome: 'moved',
      booking: { sequence: 1, zone: 'UTC' },
    });
    expect(await moveBooking(parts, { lead: lead!, slot: nine + HOUR, zone })).toMatchObject({ outcome: 'done before' });
    expect(await addBooking(parts, { lead: other!, slot: nine + HOUR, zone })).toEqual({ outcome: 'taken' });
    const cancelled = () => store.begin((tx) => cancelBooking(tx, store.dialect, { leadId: lead!.id, now: SUNDAY }));
    expect(await cancelled()).toMatchObject({ outcome: 'cancelled', booking: { sequence: 2 } });
    expect(await cancelled()).toEqual({ outcome: 'has none' });
    expect(await addBooking(parts, { lead: other!, slot: nine + HOUR, zone })).toMatchObject({ outcome: 'booked' });
    const [, ...meetings] = await historyOf(store, lead!.id);
    const [at, later] = [
      [nine, zone],
      [nine + HOUR, 'UTC'],
    ].map(([time, chosenIn]) => ({
      startsAt: new Date(time!).toISOString(),
      booking: expect.stringContaining('@booking') as string,
      zone: chosenIn,
    }));
    expect(meetings).toEqual([
      ['meeting booked', { ...at, from: 'new', to: 'meeting' }],
      ['meeting moved', later],
      ['meeting cancelled', { ...later, from: 'meeting', to: 'new' }],
    ]);
    expect(await jobsOf(store)).toHaveLength(8);
  });

  test('is moved so often and no more, and only to what is offered', async () => {
    const store = await freshStore();
    const [lead] = await addVisitors(store, 1);
    const parts = { store, plan, now: SUNDAY };
    const slots = await readFreeSlots(store.db, plan, SUNDAY);
    await addBooking(parts, { lead: lead!, slot: slots[0]!, zone });
    for (const slot of [nine - HOUR / 2, nine + 1, SUNDAY, nine + 365 * 24 * HOUR])
      expect(await moveBooking(parts, { lead: lead!, slot, zone })).toEqual({ outcome: 'taken' });
    for (let time = 1; time < MAX_CHOICES; time += 1)
      expect(await moveBooking(parts, { lead: lead!, slot: slots[time]!, zone })).toMatchObject({ outcome: 'moved' });
    expect(await moveBooking(parts, { lead: lead!, slot: slots[20]!, zone })).toEqual({ outcome: 'closed' });
  });

  test('that is over makes place for another', async () => {
    const store = await freshStore();
    const [lead] = await addVisitors(store, 1);
    await addBooking({ store, plan, now: SUNDAY }, { lead: lead!, slot: nine, zone });
    const now = nine + HOUR;
    expect(await activeBooking(store.db, lead!.id, now)).toBeUndefined();
    const [next] = await readFreeSlots(store.db, plan, now);
    expect(await addBooking({ store, plan, now }, { lead: lead!, slot: next!, zone })).toMatchObject({ outcome: 'booked' });
    expect((await store.db.selectFrom('bookings').select('state').orderBy('id').execute()).map(({ state }) => state)).toEqual([
      'over',
      'booked',
    ]);
  });

  test('is offered at no time while a calendar is not known', async () => {
    const store = await freshStore();
    const [lead] = await addVisitors(store, 1);
    const busy = { ...plan, calendars: ['https://calendar.example/x.ics'] };
    const parts = { store, plan: busy, now: SUNDAY };
    expect(await readFreeSlots(store.db, busy, SUNDAY)).toEqual([]);
    expect(await addBooking(parts, { lead: lead!, slot: nine, zone })).toEqual({ outcome: 'taken' });
  });
});
