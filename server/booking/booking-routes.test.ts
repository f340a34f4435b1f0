import { describe, expect, test } from 'vitest';
import { TIMES_HASH } from '../../contract/meeting-page.ts';
import type { Message } from '../mail/message.ts';

import { ada, HOUR, NINE, setUpBookings, shown, TEN } from './booking-site.testing.ts';

function calendarOf({ calendar }: Message): Record<string, string> {
  const lines = calendar!.content.replaceAll('\r\n ', '').split('\r\n');
  return Object.fromEntries(lines.map((line) => [line.split(/[;:]/)[0], line.slice(line.search(/[;:]/) + 1)]));
}

describe('the page of a meeting', () => {
  test('is booked, moved and cancelled by a link, with the mails and what calendars understand', async () => {
    const { verified, open, send, pass, mails, tokenIn, store, historyOf } = await setUpBookings();
    const token = await verified();
    const page = shown((await open(token)).body);
    expect([page.page, page.times]).toEqual([
      '/verify/meeting',
      [NINE, '2026-11-23T08:30:00.000Z', TEN, '2026-11-23T13:00:00.000Z', '2026-11-23T13:30:00.000Z'],
    ]);

    const booked = await send(token, { slot: NINE, do: 'book' });
    expect([booked.statusCode, booked.headers.location]).toEqual([303, `/meeting?token=${token}&zone=Europe%2FRome`]);
    expect((await send(token, { slot: NINE, do: 'book' })).statusCode).toBe(303);
    const after = shown((await open(token)).body);
    expect([after.page, after.mark('when')]).toEqual(['/verify/meeting-booked', 'Monday 23 November at 09:00, Rome (GMT+1)']);
    expect(after.lines('made')).toEqual(['0 ']);
    await pass(1000);
    const [own] = mails(ada, /^Your demo is booked: Monday,? 23 November 2026 at 09:00 CET$/);
    const [sales] = mails('sales@example.com', /^Meeting booked: Ada Lovelace, /);
    expect(sales!.to).toEqual(['"Grace Hopper" <grace@example.com>', 'sales@example.com']);
    expect([own!.replyTo, sales!.replyTo]).toEqual(['"Grace Hopper" <grace@example.com>', ada]);
    expect(calendarOf(own!)).toMatchObject({ METHOD: 'REQUEST', SEQUENCE: '0', DTSTART: '20261123T080000Z', DTEND: '20261123T083000Z' });
    expect(calendarOf(own!).ORGANIZER).toBe('CN=Grace Hopper:mailto:grace@example.com');
    expect(calendarOf(own!).ATTENDEE).toMatch(/^CN=Ada Lovelace;.*RSVP=TRUE:mailto:ada@example\.com$/);
    expect(calendarOf(sales!)).toMatchObject({ METHOD: 'REQUEST', UID: calendarOf(own!).UID });
    // The copy for staff has no link that would change the meeting.
    expect(tokenIn(sales) ?? /token/.exec(sales!.calendar!.content)).toBeNull();

    const fresh = tokenIn(own)!;
    expect(fresh).not.toBe(token);
    const moving = shown((await open(fresh, '&do=move')).body);
    expect([moving.page, moving.lines('task'), moving.times]).toEqual(['/verify/meeting', ['1 '], expect.not.arrayContaining([NINE])]);
    expect((await send(fresh, { slot: TEN, do: 'move' })).statusCode).toBe(303);
    const later = shown((await open(fresh)).body);
    expect([later.page, later.lines('made')]).toEqual(['/verify/meeting-booked', ['1 ']]);
    await pass(1000);
    const [moved] = mails(ada, /^Your demo is moved/);
    expect(calendarOf(moved!)).toMatchObject({ METHOD: 'REQUEST', SEQUENCE: '1', DTSTART: '20261123T090000Z', UID: calendarOf(own!).UID });

    expect(shown((await open(token, '&do=cancel')).body).page).toBe('/verify/meeting-cancel');
    for (const _ of [1, 2]) expect((await send(token, { do: 'cancel' })).statusCode).toBe(303);
    await pass(1000);
    const ended = shown((await open(token)).body);
    expect([ended.page, ended.lines('notice')]).toEqual([
      '/verify/meeting',
      ['1 Your demo on Monday 23 November at 10:00 is cancelled. Choose another time, or close this page.'],
    ]);
    for (const to of [ada, 'sales@example.com']) {
      const cancelled = mails(to, /cancelled/);
      expect(cancelled.map((mail) => calendarOf(mail))).toMatchObject([
        { METHOD: 'CANCEL', SEQUENCE: '2', STATUS: 'CANCELLED', UID: calendarOf(own!).UID },
      ]);
    }
    const { lead_id: leadId } = await store.db.selectFrom('bookings').select('lead_id').executeTakeFirstOrThrow();
    expect((await historyOf(leadId)).filter((kind) => kind.startsWith('meeting '))).toEqual([
      'meeting mail sent',
      'meeting booked',
      'meeting moved',
      'meeting cancelled',
    ]);
  });

  test('tells whoever comes second what is free now', async () => {
    const { verified, open, send } = await setUpBookings();
    const [first, second] = [await verified(), await verified('grace@example.net')];
    expect((await send(first, { slot: NINE, do: 'book' })).statusCode).toBe(303);
    const answer = await send(second, { slot: NINE, do: 'book' });
    const page = shown(answer.body);
    expect([answer.statusCode, page.page, page.lines('notice')]).toEqual([
      409,
      '/verify/meeting',
      ['0 That half hour has just been taken. These are free now.'],
    ]);
    expect(page.times).not.toContain(NINE);
    const another = await send(first, { slot: TEN, do: 'book' });
    expect([another.statusCode, shown(another.body).page, shown(another.body).lines('notice')[0]]).toEqual([
      409,
      '/verify/meeting-booked',
      expect.stringContaining('You have a meeting already'),
    ]);
    expect(shown((await open(second)).body).page).toBe('/verify/meeting');
  });
});

describe('the page of a meeting', () => {
  test('changes nothing when it is opened, is kept by nobody and found by no search', async () => {
    const { verified, open, store } = await setUpBookings();
    const token = await verified();
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await open(token, `&do=cancel&slot=${NINE}`, method);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    }
    expect(await store.db.selectFrom('bookings').select('id').execute()).toEqual([]);
  });

  test('shows times in the visitor’s zone, and asks for it once; a zone that there is none of is the company’s', async () => {
    const { verified, open } = await setUpBookings();
    const token = await verified();
    const plain = shown((await open(token)).body);
    expect([plain.mark('zone'), plain.mark('unasked'), plain.lines('otherClock')]).toEqual(['Europe/Rome', 'Europe/Rome', []]);
    const theirs = shown((await open(token, '&zone=America/New_York')).body);
    expect([theirs.mark('zone'), theirs.mark('unasked'), theirs.mark('zoneWords'), theirs.mark('companyZoneWords')]).toEqual([
      'America/New_York',
      '',
      'New York (GMT−5)',
      'Rome (GMT+1)',
    ]);
    expect(theirs.lines('time')[0]).toBe(`0 ${NINE} 03:00`);
    expect(theirs.lines('otherClock')).toHaveLength(1);
    for (const zone of ['Nowhere/Land', '<script>', "'", 'a'.repeat(500)])
      expect(shown((await open(token, `&zone=${zone}`)).body).mark('zone'), zone).toBe('Europe/Rome');
    expect(shown((await open(token, '&zone=Etc/GMT%2B5')).body).lines('time')[0]).toBe(`0 ${NINE} 03:00`);
  });

  test('has whole weeks, the days with times among them, and shows the times of one', async () => {
    const { verified, open } = await setUpBookings();
    const token = await verified();
    const days = shown((await open(token, '&day=2026-11-25')).body).lines('day');
    expect(days.map((line) => line[0]).join('')).toBe('00100220222222');
    expect(days[0]).toBe('0 2026-11-23 23 Nov Monday 23 November, 5 times');
    expect(shown((await open(token, '&day=2026-11-29')).body).mark('chosenDay')).toBe('2026-11-23');
  });

  test.each([
    [{ do: 'book' }],
    [{ do: 'book', slot: 'tomorrow' }],
    [{ do: 'book', slot: '2026-11-23T08:00:00.001Z' }],
    [{ do: 'move', slot: "1' or 1=1" }],
  ])('asks for a time where none was chosen: %j', async (form) => {
    const { verified, send } = await setUpBookings();
    const answer = await send(await verified(), form);
    expect([answer.statusCode, shown(answer.body).lines('notice')]).toEqual([422, ['0 Choose one of the times.']]);
  });

  test.each([
    '2026-11-23T08:15:00.000Z',
    '2026-11-23T11:00:00.000Z',
    '2026-11-21T09:30:00.000Z',
    '2027-11-23T08:00:00.000Z',
    '9999-12-31T23:30:00.000Z',
  ])('gives no time that is not offered: %s', async (slot) => {
    const { verified, send, store } = await setUpBookings();
    expect((await send(await verified(), { slot, do: 'book' })).statusCode).toBe(409);
    expect(await store.db.selectFrom('bookings').select('id').execute()).toEqual([]);
  });

  test('offers to write where nothing is free', async () => {
    const { verified, open } = await setUpBookings({ BOOKING_HOLIDAYS: '2026-11-22/2026-12-31' });
    const answer = await open(await verified());
    expect([answer.statusCode, shown(answer.body).page]).toEqual([200, '/verify/meeting-full']);
  });

  test('of a link that is too old, cut short, or of somebody who was erased says so, and does nothing', async () => {
    const { verified, open, send, clock, store } = await setUpBookings();
    const token = await verified();
    for (const other of ['', 'x', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`]) {
      const [opened, sent] = [await open(other), await send(other, { slot: NINE, do: 'book' })];
      expect([opened.statusCode, shown(opened.body).page, sent.statusCode]).toEqual([404, '/verify/meeting-unknown', 404]);
    }
    clock.now += 31 * 24 * HOUR;
    const [old, sent] = [await open(token), await send(token, { slot: NINE, do: 'book' })];
    expect([old.statusCode, shown(old.body).page, sent.statusCode]).toEqual([410, '/verify/meeting-expired', 410]);
    await store.db.deleteFrom('leads').execute();
    expect((await open(token)).statusCode).toBe(404);
    expect(await store.db.selectFrom('booking_links').selectAll().execute()).toEqual([]);
  });

  test('is there for nobody where another calendar is named, or meetings are off', async () => {
    const elsewhere: Record<string, string>[] = [{ MEETING_URL: 'https://calendar.example/demo' }, { BOOKING_HOURS: 'off' }];
    for (const env of elsewhere) {
      const { request, pass, tokens, press, mails, open } = await setUpBookings(env);
      await request(ada);
      await pass(1000);
      await press({ token: tokens(ada).at(-1)! });
      await pass(61_000);
      const [mail] = mails(ada, /Choose a time/);
      expect(mail!.text).toContain('MEETING_URL' in env ? 'https://calendar.example/demo' : 'Please reply to this message');
      expect((await open('x'.repeat(43))).statusCode).toBe(404);
    }
  });

  test('while the store is down says that the link stays good', async () => {
    const { verified, open, store } = await setUpBookings();
    const token = await verified();
    await store.close();
    const answer = await open(token);
    expect([answer.statusCode, answer.headers['retry-after'], shown(answer.body).page]).toEqual([503, '5', '/verify/meeting-unavailable']);
  });

  test('is asked for so often by one client and no more', async () => {
    const { open } = await setUpBookings({ RATE_LIMIT: 'on' });
    const statuses = [];
    for (let n = 0; n < 122; n += 1) statuses.push((await open('x'.repeat(43))).statusCode);
    expect([statuses[119], statuses[121]]).toEqual([404, 429]);
  });
});

describe('the page that confirms a request for a demo', () => {
  test('offers the times at once, to one link of their own, and the mail about them is not sent once one is chosen', async () => {
    const { request, pass, tokens, press, app, send, mails, historyOf, store } = await setUpBookings();
    const id = await request(ada);
    await pass(1000);
    const [token] = tokens(ada) as [string];
    const seen = await app.inject({ url: `/verify?token=${token}` });
    expect([seen.statusCode, await store.db.selectFrom('booking_links').selectAll().execute()]).toEqual([200, []]);
    const { headers } = await press({ token });
    const path = String(headers.location);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const page = await app.inject({ url: path });
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    expect([shown(page.body).page, shown(page.body).lines('task')]).toEqual(['/verify/meeting', ['2 ']]);
    const own = new URL(path, 'https://www.example.com').searchParams.get('token')!;
    expect((await send(own, { slot: NINE, do: 'book' })).statusCode).toBe(303);
    // Pressed once more: there is a meeting, and nothing to choose.
    expect((await press({ token })).headers.location).toBe('/formsent');
    await pass(61_000);
    expect([mails(ada, /Choose a time/), mails(ada, /Your demo is booked/).length]).toEqual([[], 1]);
    expect(await historyOf(id)).toContain('a meeting was booked before the mail about it');
  });

  test('of the platform page leads back to its dialog, with the token of a link in the part of the address that no server sees', async () => {
    const path = async (env: Record<string, string>) => {
      const { request, pass, tokens, press, open } = await setUpBookings(env);
      await request(ada, 'platform');
      await pass(1000);
      const location = String((await press({ token: tokens(ada)[0]! })).headers.location);
      const [landing, token] = location.split(TIMES_HASH);
      return [landing, token === undefined ? undefined : shown((await open(token)).body).page];
    };
    expect(await path({})).toEqual(['/bookLanding', '/verify/meeting']);
    expect(await path({ BOOKING_HOURS: 'off' })).toEqual(['/bookLanding', undefined]);
  });

  test('goes to the page that says so where nothing is free, or times are not chosen here', async () => {
    const path = async (env: Record<string, string>) => {
      const { request, pass, tokens, press, app } = await setUpBookings(env);
      await request(ada);
      await pass(1000);
      const { location } = (await press({ token: tokens(ada)[0]! })).headers;
      return location === '/formsent' ? location : (await app.inject({ url: String(location) })).headers.location;
    };
    expect(await path({ BOOKING_HOURS: 'off' })).toBe('/formsent');
    expect(await path({ BOOKING_HOLIDAYS: '2026-11-22/2026-12-31' })).toBe('/formsent');
  });
});

test('what a visitor is called stays a text in the mail and in the invitation', async () => {
  const { app, pass, tokens, press, mails, tokenIn, send, parse } = await setUpBookings();
  const name = 'Ada"; X=1:mailto:x@evil.example\nBEGIN:VALARM';
  const { validBodies } = await import('../testing/app.testing.ts');
  const payload = { ...validBodies.bookademo, email: ada, name };
  const answer = await app.inject({ method: 'POST', url: '/cognitivepro/forms/home_bad', payload });
  if (answer.statusCode !== 201) return expect(answer.statusCode).toBe(422);
  await pass(1000);
  await press({ token: tokens(ada)[0]! });
  await pass(61_000);
  await send(tokenIn(mails(ada, /Choose a time/)[0])!, { slot: NINE, do: 'book' });
  await pass(1000);
  const [mail] = mails('sales@example.com', /^Meeting booked/);
  expect(mail!.calendar!.content).not.toMatch(/^BEGIN:VALARM|^X=1/m);
  expect((await parse(mail!)).headers.filter(({ key }) => key === 'to')).toHaveLength(1);
});

test('a mail carries the invitation as calendars read it: an alternative of its text, with its method', async () => {
  const { verified, send, pass, mails, parse } = await setUpBookings();
  await send(await verified(), { slot: NINE, do: 'book' });
  await pass(1000);
  const mail = mails(ada, /booked/)[0]!;
  const parsed = await parse(mail);
  const parts = parsed.attachments.filter(({ mimeType }) => /calendar|ics/.test(mimeType));
  expect(parts.map(({ mimeType, method }) => [mimeType, method])).toContainEqual(['text/calendar', 'REQUEST']);
  expect(parts.length).toBeGreaterThan(0);
});
