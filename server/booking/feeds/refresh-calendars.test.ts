import { describe, expect, test } from 'vitest';
import type { JobServices } from '../../mail/job-services.ts';
import { jobs } from '../../compose/job-list.ts';
import { idleContext } from '../../queue/jobs.testing.ts';
import { createScheduler } from '../../queue/scheduler.ts';
import { readSettings } from '../../settings/settings.ts';
import { freshStore, silent, testOnStores } from '../../store/store.testing.ts';
import { readFreeSlots } from '../offer.ts';
import { bookingPlan } from '../booking-links.ts';
import { SUNDAY } from '../bookings.testing.ts';
import { findCalendarCauses } from './busy-times.ts';
import { refreshCalendars, type FetchCalendar } from './refresh-calendars.job.ts';

const HOUR = 3_600_000;
const [ours, theirs] = ['https://one.example/private-1/basic.ics', 'https://two.example/private-2/basic.ics'] as const;
/** Monday from 09:00 to 11:00 in Rome. */
const MORNING = calendar('DTSTART:20261123T080000Z', 'DTEND:20261123T100000Z');

function calendar(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
}

type Answer = { status: number; text: string } | Error;

async function setUp(env: Record<string, string> = {}) {
  const store = await freshStore();
  const settings = readSettings({
    BOOKING_HOURS: 'Mon-Fri 09:00-12:00',
    BOOKING_NOTICE: '1',
    BOOKING_CALENDARS: `${ours},${theirs}`,
    ...env,
  });
  const answers = new Map<string, Answer>([
    [ours, { status: 200, text: MORNING }],
    [theirs, { status: 200, text: calendar('DTSTART:20261123T103000Z', 'DTEND:20261123T110000Z') }],
  ]);
  const clock = { now: SUNDAY };
  const fetchCalendar: FetchCalendar = async (address) => {
    const answer = answers.get(address)!;
    if (answer instanceof Error) throw answer;
    return { status: answer.status, answer: Buffer.from(answer.text) };
  };
  const services = { settings, store, log: silent } as unknown as JobServices;
  const context = idleContext(services, () => clock.now);
  return {
    store,
    settings,
    answers,
    clock,
    services,
    refresh: () => refreshCalendars(fetchCalendar).run({}, context),
    free: async () =>
      (await readFreeSlots(store.db, bookingPlan(settings)!, clock.now)).slice(0, 2).map((at) => new Date(at).toISOString().slice(5, 16)),
    rows: () => store.db.selectFrom('calendar_feeds').selectAll().execute(),
    causes: () => findCalendarCauses(store.db, settings.BOOKING_CALENDARS, clock.now),
  };
}

describe('calendars', () => {
  testOnStores('are read, all of them, and no meeting is offered in their busy times nor before they are read', async () => {
    const { refresh, free, rows } = await setUp();
    expect(await free()).toEqual([]);
    await refresh();
    expect(await free()).toEqual(['11-23T10:00', '11-24T08:00']);
    const stored = JSON.stringify(await rows());
    expect(stored).not.toMatch(/private-|one\.example|VEVENT/);
  });

  testOnStores('that fail count as they were for a day, then nothing is offered, and people are told after an hour', async () => {
    const { refresh, free, answers, clock, causes } = await setUp();
    await refresh();
    answers.set(ours, { status: 503, text: '' });
    clock.now += HOUR / 2;
    await refresh();
    expect([await free(), await causes()]).toEqual([['11-23T10:00', '11-24T08:00'], []]);
    clock.now += 2 * HOUR;
    await refresh();
    expect(await causes()).toEqual([
      { kind: 'calendar failing', subject: 'one.example (calendar 1)', reason: 'it answers 503', count: 1, since: SUNDAY + HOUR / 2 },
    ]);
    expect(await free()).toEqual(['11-23T10:00', '11-24T08:00']);
    clock.now = SUNDAY + 25 * HOUR;
    await refresh();
    expect(await free()).toEqual([]);
    answers.set(ours, { status: 200, text: MORNING });
    await refresh();
    expect([await free(), await causes()]).toEqual([['11-24T08:00', '11-24T08:30'], []]);
  });

  testOnStores('with an event that cannot be read count with their others, and people are told after an hour', async () => {
    const { refresh, free, answers, clock, causes } = await setUp();
    const poisoned = calendar('DTSTART:20261103T090000Z', 'DTEND:later').replace('END:VCALENDAR\r\n', '');
    answers.set(ours, { status: 200, text: poisoned + MORNING.replace('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', '') });
    await refresh();
    expect([await free(), await causes()]).toEqual([['11-23T10:00', '11-24T08:00'], []]);
    clock.now += 2 * HOUR;
    await refresh();
    const reason = '1 event of it, of 2026-11-03; the others count';
    expect(await causes()).toEqual([{ kind: 'calendar failing', subject: 'one.example (calendar 1)', reason, count: 1, since: SUNDAY }]);
    expect(await free()).toEqual(['11-23T10:00', '11-24T08:00']);
    answers.set(ours, { status: 200, text: MORNING });
    await refresh();
    expect(await causes()).toEqual([]);
  });

  test('that no setting names any more are forgotten', async () => {
    const { refresh, rows, services, settings } = await setUp();
    await refresh();
    services.settings = { ...settings, BOOKING_CALENDARS: [theirs] };
    await refresh();
    expect(await rows()).toHaveLength(1);
    services.settings = { ...settings, BOOKING_CALENDARS: [] };
    await refresh();
    expect(await rows()).toEqual([]);
  });
});

test.each<[string, Answer, RegExp]>([
  ['leads elsewhere', { status: 302, text: '' }, /302: BOOKING_CALENDARS needs the address/],
  ['is gone', { status: 404, text: 'Not found' }, /it answers 404/],
  ['is a page', { status: 200, text: '<!doctype html><title>Sign in</title>' }, /./],
  ['is too large', { status: 200, text: 'x'.repeat(5 * 1024 * 1024) }, /larger than 5 MB/],
  ['does not answer', new Error('getaddrinfo ENOTFOUND one.example'), /ENOTFOUND/],
])('a calendar that %s has its reason written down, and the others are read', async (_, answer, reason) => {
  const { refresh, rows, answers } = await setUp();
  answers.set(ours, answer);
  await refresh();
  const [failed, read] = (await rows()).toSorted((one, other) => (one.read_at ?? 0) - (other.read_at ?? 0));
  expect(failed).toMatchObject({ error: expect.stringMatching(reason), failing_since: SUNDAY, read_at: null });
  expect(read).toMatchObject({ error: null, read_at: SUNDAY });
});

test('a calendar in a private network is refused by the way that the server asks', async () => {
  const { services, rows, clock } = await setUp({ BOOKING_CALENDARS: 'https://127.0.0.1:9/basic.ics' });
  const job = jobs.find(({ name }) => name === 'bookings.refresh-calendars')!;
  await job.run(
    {},
    idleContext(services, () => clock.now),
  );
  expect(await rows()).toMatchObject([{ error: expect.stringContaining('127.0.0.1 is no public address'), read_at: null }]);
});

test('calendars are asked for every ten minutes where there are any, and never where there are none', async () => {
  const { store, services, settings, clock } = await setUp();
  const names = async () => {
    await createScheduler(store, { jobs: jobs.filter(({ name }) => name === 'bookings.refresh-calendars'), services }, () => clock.now)();
    return (await store.db.selectFrom('jobs').select('name').execute()).map(({ name }) => name);
  };
  services.settings = { ...settings, BOOKING_CALENDARS: [] };
  expect(await names()).toEqual([]);
  services.settings = settings;
  expect(await names()).toHaveLength(1);
  expect(await names()).toHaveLength(1);
  clock.now += 10 * 60_000;
  expect(await names()).toHaveLength(2);
});
