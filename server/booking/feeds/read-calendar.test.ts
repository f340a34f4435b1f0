import { describe, expect, test } from 'vitest';
import { readCalendar } from './read-calendar.ts';
import { everyEighthRun, inTurn } from '../../testing/rotation.testing.ts';

const scope = { zone: 'Europe/Rome', from: Date.UTC(2026, 9, 19), until: Date.UTC(2026, 10, 9) };

function calendar(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

function event(...lines: string[]): string {
  return ['BEGIN:VEVENT', 'UID:a@x', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
}

/** Milliseconds: ten times what the server allows, for a machine that does other things beside. */
const patient = { event: 20_000, all: 300_000 };

/** Busy times in UTC. */
async function busy(...lines: string[]): Promise<string[]> {
  const { busy: found, unread } = await readCalendar(calendar(...lines), scope, patient);
  expect(unread).toEqual([]);
  const shown = (at: number) => new Date(at).toISOString().slice(5, 16);
  return found.map(({ from, until }) => `${shown(from)} ${shown(until)}`);
}

/** A zone that the calendar defines: five and a half hours behind UTC, and six and a half before 25 October. */
const OWN_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Somewhere Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:20200101T000000',
  'TZOFFSETFROM:-0630',
  'TZOFFSETTO:-0630',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20261025T000000',
  'TZOFFSETFROM:-0630',
  'TZOFFSETTO:-0530',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
].join('\r\n');

describe('the busy times of a calendar', () => {
  test.each([
    ['in UTC', ['DTSTART:20261102T090000Z', 'DTEND:20261102T100000Z'], ['11-02T09:00 11-02T10:00']],
    ['by a duration', ['DTSTART:20261102T090000Z', 'DURATION:PT1H30M'], ['11-02T09:00 11-02T10:30']],
    [
      'in a zone that everybody knows',
      ['DTSTART;TZID=America/New_York:20261030T090000', 'DTEND;TZID=America/New_York:20261030T100000'],
      ['10-30T13:00 10-30T14:00'],
    ],
    ['by no clock but that of whoever looks', ['DTSTART:20261102T090000', 'DTEND:20261102T100000'], ['11-02T08:00 11-02T09:00']],
    ['of a whole day', ['DTSTART;VALUE=DATE:20261102'], ['11-01T23:00 11-02T23:00']],
    ['of the day of 25 hours', ['DTSTART;VALUE=DATE:20261025', 'DTEND;VALUE=DATE:20261026'], ['10-24T22:00 10-25T23:00']],
    ['that is tentative', ['DTSTART:20261102T090000Z', 'DTEND:20261102T100000Z', 'STATUS:TENTATIVE'], ['11-02T09:00 11-02T10:00']],
    ['that takes no time', ['DTSTART:20261102T090000Z', 'DTEND:20261102T100000Z', 'TRANSP:TRANSPARENT'], []],
    ['that was cancelled', ['DTSTART:20261102T090000Z', 'DTEND:20261102T100000Z', 'STATUS:CANCELLED'], []],
    ['that Outlook shows as free', ['DTSTART:20261102T090000Z', 'DTEND:20261102T100000Z', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
    ['without an end', ['DTSTART:20261102T090000Z'], []],
    ['of another month', ['DTSTART:20270102T090000Z', 'DTEND:20270102T100000Z'], []],
    ['that begins before and ends after', ['DTSTART:20260102T090000Z', 'DTEND:20280102T100000Z'], ['01-02T09:00 01-02T10:00']],
    [
      'with an alarm, which is none',
      [
        'DTSTART:20261102T090000Z',
        'DTEND:20261102T100000Z',
        'BEGIN:VALARM',
        'TRIGGER:-PT1H',
        'DURATION:PT5H',
        'REPEAT:1',
        'ACTION:DISPLAY',
        'DESCRIPTION:x',
        'END:VALARM',
      ],
      ['11-02T09:00 11-02T10:00'],
    ],
    [
      'in a zone that nobody knows, as long as it might take',
      ['DTSTART;TZID=Nowhere:20261102T090000', 'DTEND;TZID=Nowhere:20261102T100000'],
      ['11-01T19:00 11-02T22:00'],
    ],
  ])('has an event %s', async (_, lines, expected) => {
    expect(await busy(event(...lines))).toEqual(expected);
  });

  test('has an event in a zone that the calendar explains, before its clocks change and after', async () => {
    const at = (day: string) =>
      event(`DTSTART;TZID=Somewhere Standard Time:${day}T090000`, `DTEND;TZID=Somewhere Standard Time:${day}T100000`);
    expect(await busy(OWN_ZONE, at('20261024'), at('20261026'))).toEqual(['10-24T15:30 10-24T16:30', '10-26T14:30 10-26T15:30']);
  });

  test('has what is repeated by the clock on the wall, also over the change of the clocks', async () => {
    const weekly = event(
      'DTSTART;TZID=Europe/Rome:20260105T090000',
      'DTEND;TZID=Europe/Rome:20260105T100000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO',
    );
    expect(await busy(weekly)).toEqual(['10-19T07:00 10-19T08:00', '10-26T08:00 10-26T09:00', '11-02T08:00 11-02T09:00']);
  });

  test('has what is repeated so often, until a day, and on further days', async () => {
    const hours = (day: string, ...more: string[]) => event(`DTSTART:${day}T090000Z`, `DTEND:${day}T100000Z`, ...more);
    expect(await busy(hours('20261019', 'RRULE:FREQ=DAILY;COUNT=2'))).toHaveLength(2);
    expect(await busy(hours('20261019', 'RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20261023T090000Z'))).toHaveLength(3);
    expect(await busy(hours('20261019', 'RDATE:20261102T090000Z'))).toEqual(['10-19T09:00 10-19T10:00', '11-02T09:00 11-02T10:00']);
    expect(await busy(hours('20200101', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1'))).toEqual(['10-31T09:00 10-31T10:00']);
  });

  test('has no day that is left out, cancelled or moved away, and has the one it was moved to', async () => {
    const series = ['DTSTART;TZID=Europe/Rome:20261019T090000', 'DTEND;TZID=Europe/Rome:20261019T100000', 'RRULE:FREQ=WEEKLY;COUNT=4'];
    const without = event(...series, 'EXDATE;TZID=Europe/Rome:20261026T090000');
    const cancelled = event(
      'RECURRENCE-ID;TZID=Europe/Rome:20261019T090000',
      'DTSTART;TZID=Europe/Rome:20261019T090000',
      'STATUS:CANCELLED',
    );
    const moved = event(
      'RECURRENCE-ID;TZID=Europe/Rome:20261102T090000',
      'DTSTART;TZID=Europe/Rome:20261103T150000',
      'DTEND;TZID=Europe/Rome:20261103T160000',
    );
    expect(await busy(without, cancelled, moved)).toEqual(['11-03T14:00 11-03T15:00']);
  });

  test('has a day that was moved here from far beyond what is looked at', async () => {
    const series = event('DTSTART:20270104T090000Z', 'DTEND:20270104T100000Z', 'RRULE:FREQ=WEEKLY');
    const moved = event('RECURRENCE-ID:20270111T090000Z', 'DTSTART:20261102T090000Z', 'DTEND:20261102T093000Z');
    expect(await busy(series, moved)).toEqual(['11-02T09:00 11-02T09:30']);
  });

  test('has what is moved from a day on, with all that follows', async () => {
    const series = event('DTSTART:20261020T090000Z', 'DTEND:20261020T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const later = event('RECURRENCE-ID;RANGE=THISANDFUTURE:20261027T090000Z', 'DTSTART:20261027T110000Z', 'DTEND:20261027T120000Z');
    expect(await busy(series, later)).toEqual(['10-20T09:00 10-20T10:00', '10-27T11:00 10-27T12:00', '11-03T11:00 11-03T12:00']);
  });

  test('has the times that a calendar publishes without their events', async () => {
    const published = [
      'BEGIN:VFREEBUSY',
      'UID:f@x',
      'DTSTAMP:20260101T000000Z',
      'FREEBUSY;FBTYPE=BUSY:20261102T090000Z/PT1H,20261102T120000Z/20261102T130000Z',
      'FREEBUSY;FBTYPE=FREE:20261103T090000Z/PT1H',
      'END:VFREEBUSY',
    ];
    expect(await busy(...published)).toEqual(['11-02T09:00 11-02T10:00', '11-02T12:00 11-02T13:00']);
  });

  test('joins what overlaps, and tells nothing but times', async () => {
    const two = [
      event('DTSTART:20261102T090000Z', 'DTEND:20261102T103000Z', 'SUMMARY:Secret'),
      event('DTSTART:20261102T100000Z', 'DTEND:20261102T110000Z'),
    ];
    expect(await busy(...two)).toEqual(['11-02T09:00 11-02T11:00']);
  });

  test('has the other events where one has a line that is none, and such an event by the lines that say when it is', async () => {
    expect(await busy(event('DTSTART:20261102T090000Z', 'Secret dinner with Ada', 'DTEND:20261102T100000Z'))).toEqual([
      '11-02T09:00 11-02T10:00',
    ]);
  });

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['half a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261102T090000Z'],
    ['an address card', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nEND:VCARD\r\n'],
  ])('is not read off %s', async (_, text) => {
    await expect(readCalendar(text, scope)).rejects.toThrow(/^(it is no calendar|it cannot be read as a calendar)$/);
  });

  test.each([
    'SECONDLY;INTERVAL=4321',
    'MINUTELY;INTERVAL=77',
    'HOURLY;INTERVAL=5;BYDAY=MO,FR',
    'DAILY;INTERVAL=3',
    'DAILY;BYMONTH=11',
    'WEEKLY;INTERVAL=3;BYDAY=SU,TU;WKST=SU',
  ])('has the same of FREQ=%s, wherever the counting begins', async (rule) => {
    for (const start of ['DTSTART:20260105T093011Z', 'DTSTART;TZID=Europe/Rome:20260311T013000', 'DTSTART:20251231T235959']) {
      const counted = await busy(event(start, 'DURATION:PT5M', `RRULE:FREQ=${rule};COUNT=9000`));
      expect(await busy(event(start, 'DURATION:PT5M', `RRULE:FREQ=${rule}`))).toEqual(counted);
    }
  });

  test('has what was repeated for centuries, near what is asked for', async () => {
    const since = (start: string, ...more: string[]) => busy(event(`DTSTART:${start}`, ...more));
    expect(await since('17000101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')).toHaveLength(21);
    expect(await since('17000101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;INTERVAL=7')).toHaveLength(3);
    expect(await since('19000101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE')).toHaveLength(4);
    expect(await since('19900101T000000Z', 'DURATION:PT10M', 'RRULE:FREQ=HOURLY;INTERVAL=12')).toHaveLength(42);
    expect(await since('20200101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY;INTERVAL=720')).toHaveLength(42);
    expect(await since('19700101T000000Z', 'DURATION:PT10M', 'RRULE:FREQ=SECONDLY;INTERVAL=86400')).toHaveLength(21);
    const far = Array.from({ length: 120_000 }, (_, n) => `2${String(100 + (n % 800))}0101T${String(n % 24).padStart(2, '0')}0000Z`).join(
      ',',
    );
    expect(await since('20261102T090000Z', 'DURATION:PT1H', `RDATE:${far}`)).toEqual(['11-02T09:00 11-02T10:00']);
    const out = Array.from({ length: 200_000 }, () => '20301102T090000Z').join(',');
    expect(await since('20261102T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3', `EXDATE:${out},20261103T090000Z`)).toHaveLength(2);
  });
});

const DINNER = event('DTSTART:20261102T180000Z', 'DTEND:20261102T200000Z');

/** One broken event, for example an invitation, in a calendar with another event. */
describe('an event that nobody can read is skipped, and named by its day', () => {
  const start = 'DTSTART:20261103T090000Z';
  const hour = 'DTEND:20261103T100000Z';
  const own = '11-03T09:00 11-03T10:00';
  const many = (count: number) =>
    Array.from(
      { length: count },
      (_, n) =>
        `202611${String(1 + (n % 8)).padStart(2, '0')}T${String(n % 24).padStart(2, '0')}${String(n % 60).padStart(2, '0')}${String(n % 60).padStart(2, '0')}Z`,
    );
  test.each<[string, string[], string | undefined]>([
    ['without a time', ['DTEND:20261103T100000Z'], undefined],
    ['with a time that is none', ['DTSTART:tomorrow', hour], undefined],
    ['with an end that is none', [start, 'DTEND:later'], undefined],
    ['with a rule that is none', [start, hour, 'RRULE:FREQ=SOMETIMES'], own],
    ['with a rule of nothing', [start, hour, 'RRULE:'], own],
    ['on the sixth Monday of a month', [start, hour, 'RRULE:FREQ=MONTHLY;BYDAY=6MO'], own],
    ['so often that nobody counts', ['DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;COUNT=999999999'], undefined],
    ['with a duration of ages', [start, `DURATION:P${'9'.repeat(300)}W`], undefined],
    ['with a further day that is none', [start, hour, 'RDATE:20261104T'], own],
  ])('%s', async (_, lines, counts) => {
    // An event that is not read at all takes the whole time limit of an event, so a short one is set.
    const patience = counts === undefined ? { event: 200, all: 30_000 } : undefined;
    const { busy: found, unread } = await readCalendar(calendar(event(...lines), DINNER), scope, patience);
    const shown = found.map(({ from, until }) => [from, until].map((at) => new Date(at).toISOString().slice(5, 16)).join(' '));
    expect(shown).toContain('11-02T18:00 11-02T20:00');
    if (counts !== undefined) expect(shown).toContain(counts);
    expect(unread).toEqual([/^DTSTART:(\d{8})/.exec(lines.find((line) => line.startsWith('DTSTART')) ?? '')?.[1] ?? '']);
  });

  everyEighthRun(test, 6)('and what is too much is read as far as it goes, or costs nothing', async () => {
    const endless = event(start, 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY');
    const dense = event(start, 'DURATION:PT1S', `RDATE:${many(20_000).join(',')}`, `EXDATE:${many(20_000).join(',')}`);
    const deep = [...Array.from({ length: 20_000 }, () => 'BEGIN:VALARM'), ...Array.from({ length: 20_000 }, () => 'END:VALARM')];
    const folded = `DESCRIPTION:${'x\r\n '.repeat(500_000)}`;
    const free = ['TRANSP:TRANSPARENT', 'STATUS:CANCELLED'].map((line) => event(start, line, 'RRULE:FREQ=MONTHLY;BYDAY=6MO'));
    const long = event('DTSTART:20261103T090000Z', 'DTEND:20261103T100000Z', folded, ...deep);
    const zone =
      'BEGIN:VTIMEZONE\r\nTZID:Mine\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD\r\nEND:VTIMEZONE';
    const began = process.threadCpuUsage();
    const { busy: found, unread } = await readCalendar(calendar(zone, endless, dense, ...free, long, DINNER), scope);
    const used = process.threadCpuUsage(began);
    expect((used.user + used.system) / 1000).toBeLessThan(15_000);
    expect(found.length).toBeGreaterThan(1);
    expect(found.some(({ from, until }) => from <= Date.UTC(2026, 10, 2, 18) && until >= Date.UTC(2026, 10, 2, 20))).toBe(true);
    expect(unread).toEqual(['', '20261103', '20261103']);
  });

  inTurn(
    test,
    1,
    2,
  )('and a crowd of them takes nobody’s time: what is once, and what is repeated, is read behind them', async () => {
    // Each of these would take all of the time without a bound. What they leave for the other events is enough on a busy machine, too.
    const crowd = Array.from({ length: 3 }, (_, n) =>
      event('DTSTART:20261105T090000Z', `UID:${n}`, 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'),
    );
    const weekly = event('DTSTART:20261103T090000Z', 'DTEND:20261103T100000Z', 'RRULE:FREQ=WEEKLY');
    const { busy: found } = await readCalendar(calendar(...crowd, weekly, DINNER), scope, { event: 6000, all: 6000 });
    const isBusy = (from: number, until: number) => found.some((one) => one.from <= from && one.until >= until);
    expect(isBusy(Date.UTC(2026, 10, 2, 18), Date.UTC(2026, 10, 2, 20))).toBe(true);
    expect(isBusy(Date.UTC(2026, 10, 3, 9), Date.UTC(2026, 10, 3, 10))).toBe(true);
  });

  test('and thousands of events are read as quickly as before', async () => {
    const all = Array.from({ length: 10_000 }, (_, n) => event(start, hour, `SUMMARY:${n}`));
    const began = process.threadCpuUsage();
    expect((await readCalendar(calendar(...all), scope)).unread).toEqual([]);
    const used = process.threadCpuUsage(began);
    expect((used.user + used.system) / 1000).toBeLessThan(10_000);
  });
});
