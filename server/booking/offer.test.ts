import { describe, expect, test } from 'vitest';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Sharer } from '../store/shares/shares.ts';
import { freshStore } from '../store/store.testing.ts';
import { addBooking } from './bookings.ts';
import { addVisitors, planOf, SUNDAY } from './bookings.testing.ts';
import { readFreeSlots, readOffer } from './offer.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

const plan = planOf({ BOOKING_NOTICE: '1' });
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const from = (client: string): Sharer[] => [
  { name: client, times: 1 },
  { name: `around ${client}`, times: 3 },
];

async function setUp(count: number, addressOf: (n: number) => string) {
  const store = await freshStore();
  const leads = (await addVisitors(store, count)).map((lead, n) => ({ ...lead, email: addressOf(n), email_key: addressOf(n) }));
  for (const { id, email } of leads) await store.db.updateTable('leads').set({ email, email_key: email }).where('id', '=', id).execute();
  const offerTo = (lead: LeadRow, networks: Sharer[] | undefined) => readOffer(store.db, { plan, now: SUNDAY, asker: { lead, networks } });
  return {
    store,
    leads,
    offerTo,
    /** Books the first half hour that is offered. @returns the outcome */
    reserveSlot: async (lead: LeadRow, networks: Sharer[] | undefined) => {
      const { slots } = await offerTo(lead, networks);
      const choice = { lead, networks, slot: slots[0] ?? plan.ahead, zone: plan.zone };
      return (await addBooking({ store, plan, now: SUNDAY }, choice)).outcome;
    },
  };
}

describe('the times ahead', () => {
  test('are not one catch-all domain’s, whatever networks it comes from', async () => {
    const { leads, reserveSlot, offerTo, store } = await setUp(41, (n) => (n < 40 ? `a${n}@attacker.example` : 'ada@visitor.example'));
    const outcomes = [];
    for (const [n, lead] of leads.slice(0, 40).entries()) outcomes.push(await reserveSlot(lead, from(`network ${n}`)));
    const all = (await readFreeSlots(store.db, plan, SUNDAY)).length + 9;
    expect([all, outcomes.filter((one) => one === 'booked').length, new Set(outcomes.slice(9))]).toEqual([225, 9, new Set(['closed'])]);
    const visitor = await offerTo(leads[40]!, from('at home'));
    expect([visitor.closed, visitor.slots.length]).toEqual([false, 216]);
    expect((await offerTo(leads[30]!, from('at home'))).closed).toBe(true);
  });

  everyEighthRun(test, 1)('are not one network’s, however many domains it writes from: the most of each day is left', async () => {
    const { leads, reserveSlot, offerTo } = await setUp(101, (n) => `ada@company${n}.example`);
    const outcomes = [];
    for (const lead of leads.slice(0, 100)) outcomes.push(await reserveSlot(lead, from('one')));
    // The client's share on the first days, and then six of fifteen half hours on each day.
    expect(outcomes.filter((one) => one === 'booked').length).toBe(9 + 14 * 6);
    const days = Map.groupBy((await offerTo(leads[100]!, from('another'))).slots, dayOf);
    expect([days.size, Math.min(...[...days.values()].map((slots) => slots.length))]).toEqual([15, 6]);
  });

  test('are as free as ever for those who come one by one, from one office too, and where nothing is divided', async () => {
    const { leads, reserveSlot, offerTo } = await setUp(12, (n) => (n < 4 ? `a${n}@company.example` : `b${n}@gmail.com`));
    for (const lead of leads.slice(0, 4)) expect(await reserveSlot(lead, from('the office'))).toBe('booked');
    for (const lead of leads.slice(4, 8)) expect(await reserveSlot(lead, from(`home ${lead.id}`))).toBe('booked');
    for (const lead of leads.slice(8)) expect(await reserveSlot(lead, undefined)).toBe('booked');
    expect(await offerTo(leads[0]!, undefined)).toMatchObject({ load: 0, closed: false });
  });

  test('are nobody’s whom staff took for spam', async () => {
    const { leads, reserveSlot } = await setUp(1, () => 'a@attacker.example');
    expect(await reserveSlot({ ...leads[0]!, suspected_spam: 1 }, from('one'))).toBe('closed');
  });
});
