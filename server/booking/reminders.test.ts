import { describe, expect, test } from 'vitest';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { suppress } from '../mail/suppression.ts';
import { enqueue } from '../queue/job-queue.ts';
import { ada, HOUR, setUpBookings } from './booking-site.testing.ts';
import { remindersJob } from './reminders.ts';

/** Wednesday at 09:00 in Rome. */
const SLOT = '2026-11-25T08:00:00.000Z';
const LATER = '2026-11-25T09:00:00.000Z';
const start = Date.parse(SLOT);

async function setUp(env: Record<string, string> = {}) {
  const site = await setUpBookings({ BOOKING_NOTICE: '1', ...env }, { store: await freshStore() });
  const { clock, mails, pass, store, verified } = site;
  const token = await verified();
  return {
    ...site,
    token,
    /** How many reminders the visitor and sales have. */
    reminders: () => [ada, 'sales@example.com'].map((to) => mails(to, /^Reminder: /).length),
    /** Goes on to so many hours before the meeting; what is due then leaves. */
    until: async (hours: number) => {
      clock.now = start - hours * HOUR;
      await enqueue(store.db, remindersJob, {}, { now: clock.now });
      await pass(0);
      await pass(1000);
    },
  };
}

describe('reminders of a meeting', () => {
  testOnStores('go to both sides a day and an hour before, each once', async () => {
    const { token, send, until, reminders, mails } = await setUp();
    await until(40);
    await send(token, { slot: SLOT, do: 'book' });
    await until(24.5);
    expect(reminders()).toEqual([0, 0]);
    for (const hours of [23.9, 20, 1.5]) await until(hours);
    expect(reminders()).toEqual([1, 1]);
    const [own] = mails(ada, /^Reminder: your demo on Wednesday,? 25 November 2026 at 09:00 CET$/);
    expect([own!.text.includes('/meeting?token='), own!.calendar, own!.replyTo]).toEqual([
      true,
      undefined,
      '"Grace Hopper" <grace@example.com>',
    ]);
    for (const hours of [0.9, 0.5, -1]) await until(hours);
    expect(reminders()).toEqual([2, 2]);
  });

  test('are of the time that a meeting has: none of one that was moved or cancelled', async () => {
    const { token, send, until, reminders, mails } = await setUp();
    await until(40);
    await send(token, { slot: SLOT, do: 'book' });
    // The meeting is moved while its reminder is enqueued and not yet due.
    await until(24.2);
    await send(token, { slot: LATER, do: 'move' });
    await until(23.9);
    expect(reminders()).toEqual([0, 0]);
    await until(22.9);
    expect(mails(ada, /^Reminder: .* at 10:00 CET$/)).toHaveLength(1);
    await until(0.1);
    await send(token, { do: 'cancel' });
    for (const hours of [-0.1, -0.5]) await until(hours);
    expect(reminders()).toEqual([1, 1]);
  });

  test('leave out what is nearer than that when it is booked, and what is late when its next one is due', async () => {
    const { token, send, until, reminders } = await setUp();
    await until(12);
    await send(token, { slot: SLOT, do: 'book' });
    await until(3);
    expect(reminders()).toEqual([0, 0]);
    await until(0.8);
    expect(reminders()).toEqual([1, 1]);
    const other = await setUp();
    await other.until(40);
    await other.send(other.token, { slot: SLOT, do: 'book' });
    // A server that did not run when the reminder of the day before was due.
    await other.until(0.9);
    expect(other.reminders()).toEqual([1, 1]);
  });

  test('go to nobody to whom nothing is mailed, and not where they are switched off', async () => {
    const { token, send, until, reminders, store, clock } = await setUp();
    await until(40);
    await send(token, { slot: SLOT, do: 'book' });
    await suppress(store.db, ada, 'it bounced', clock.now);
    await until(23.9);
    expect(reminders()).toEqual([0, 1]);
    expect(
      await store.db.selectFrom('jobs').select('id').where('status', '=', 'held').where('name', '=', 'bookings.reminder').execute(),
    ).toEqual([]);
    const off = await setUp({ BOOKING_REMINDERS: 'off' });
    await off.until(40);
    await off.send(off.token, { slot: SLOT, do: 'book' });
    for (const hours of [23.9, 0.9]) await off.until(hours);
    expect(off.reminders()).toEqual([0, 0]);
  });
});
