import { describe, expect, test } from 'vitest';
import { addBooking } from '../booking/bookings.ts';
import { planOf } from '../booking/bookings.testing.ts';
import { setUpMailbox } from '../leads/mailbox.testing.ts';
import { onErased } from '../compose/on-erased.ts';
import { eraseSubject } from '../privacy/erase-subject.ts';
import { subjectOf } from '../privacy/subject.ts';

const DAY = 24 * 3_600_000;
const erased = 'erased-meeting@example.com';

describe('who is erased', () => {
  test('has no meeting any more: calendars of the staff are told once, nobody is named, and the visitor is written to no more', async () => {
    const env = {
      BOOKING_HOURS: 'Mon-Fri 09:00-12:00',
      BOOKING_ZONE: 'Europe/Rome',
      BOOKING_ORGANISER: 'Grace Hopper <grace@example.com>',
    };
    const { store, context, clock, request, pass, sent } = await setUpMailbox({ limit: { perHour: 99, perDay: 99 } }, { env });
    const id = await request(erased);
    const lead = await store.db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    // The Monday after next, at 09:00 in Rome.
    const slot = Date.UTC(2026, 10, 30, 8);
    const booked = await addBooking({ store, plan: planOf(), now: clock.now }, { lead, slot, zone: 'UTC' });
    expect(booked.outcome).toBe('booked');
    await pass(1000);
    const invitation = sent.find(
      ({ calendar, to }) => calendar?.method === 'REQUEST' && to.includes('"Grace Hopper" <grace@example.com>'),
    )!;
    const before = sent.length;

    const parts = { store, files: context.files, dataDir: context.settings.DATA_DIR, now: () => clock.now, onErased };
    await eraseSubject(parts, subjectOf(erased, 'mailbox'), { actor: 'dpo', action: 'erase' });
    expect(await store.db.selectFrom('bookings').selectAll().execute()).toEqual([]);
    await pass(1000);
    await pass(DAY);
    const told = sent.slice(before);
    expect(told.map(({ to, calendar }) => [to, calendar?.method])).toEqual([
      [['"Grace Hopper" <grace@example.com>', 'sales@example.com'], 'CANCEL'],
    ]);
    const lines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
    const one = (text: string, name: string) => lines(text).find((line) => line.startsWith(name));
    const [cancelled, asked] = [told[0]!.calendar!.content, invitation.calendar!.content];
    expect(lines(cancelled)).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:1', 'DTSTART:20261130T080000Z']),
    );
    expect([one(cancelled, 'UID:'), lines(cancelled).filter((line) => line.startsWith('ATTENDEE')).length]).toEqual([
      one(asked, 'UID:'),
      1,
    ]);
    // Only the organiser is named.
    expect(one(cancelled, 'ATTENDEE')).toMatch(/mailto:grace@example\.com$/);
    expect(JSON.stringify(told)).not.toMatch(/erased-meeting|Ada|Lovelace/);
  });
});
