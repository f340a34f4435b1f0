import { describe, expect, test } from 'vitest';
import { testOnStores } from '../store/store.testing.ts';
import { bookingLink } from './booking-links.ts';
import { HOUR, NINE, setUpBookings, shown, TEN } from './booking-site.testing.ts';
import { mayChoose } from './offer.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

describe('meetings by the dozen from one network', () => {
  testOnStores('leave times for others on every day, and sales get one mail of those beyond its share', async () => {
    const site = await setUpBookings({ RATE_LIMIT: 'on' });
    const { app, verified, open, send, pass, mails, store } = site;
    const booked = [];
    for (let n = 0; n < 12; n += 1) {
      const token = await verified(`ada@company${n}.example`);
      const { times } = shown((await open(token)).body);
      if (times.length > 0) booked.push((await send(token, { slot: times[0]!, do: 'book' })).statusCode);
    }
    await pass(HOUR);
    const own = mails('sales@example.com', /^Meeting booked/);
    const [gathered, ...others] = mails('sales@example.com', /from one network or company$/);
    expect([booked, own.length, others]).toEqual([Array.from({ length: 12 }, () => 303), 3, []]);
    expect(gathered!.subject).toBe('9 meetings booked or changed from one network or company');
    const elsewhere = await app.inject({ url: `/meeting?token=${await verified('grace@example.net')}`, remoteAddress: '198.51.100.7' });
    const days = shown(elsewhere.body).lines('day');
    expect(days.filter((line) => line.startsWith('0') || line.startsWith('1')).length).toBeGreaterThanOrEqual(6);
    expect(
      (await store.db.selectFrom('bookings').select('networks').execute()).every(({ networks }) => !networks!.includes('127.0.0')),
    ).toBe(true);
  });
});

describe('a meeting', () => {
  everyEighthRun(test, 0)('that is cancelled and booked again and again ends at six times, for every request of the mailbox', async () => {
    const { verified, open, send, pass, mails, store, context, clock } = await setUpBookings();
    const tokens = [await verified(), await verified('Ada+again@example.com')];
    const { id, email_key: key } = await store.db.selectFrom('leads').select(['id', 'email_key']).executeTakeFirstOrThrow();
    const answers: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const token = tokens[n % 2]!;
      answers.push((await send(token, { slot: n % 3 ? NINE : TEN, do: 'book' })).statusCode);
      await pass(1000);
      await send(token, { do: 'cancel' });
      await pass(1000);
    }
    expect(answers).toEqual(answers.map((_, n) => (n < 6 ? 303 : 409)));
    expect(mails('sales@example.com', /./).filter(({ calendar }) => calendar !== undefined)).toHaveLength(12);
    for (const token of tokens) expect(shown((await open(token)).body).page).toBe('/verify/meeting-often');
    // A link that staff make allows the person further choices.
    const link = await store.begin((tx) => bookingLink(tx, context.settings, { leadId: id, now: clock.now, renews: true }));
    expect(shown((await open(link.split('token=')[1]!)).body).page).toBe('/verify/meeting');
    clock.now += 30 * 24 * HOUR;
    expect(await mayChoose(store.db, { id: 'another', email_key: key }, clock.now)).toBe(true);
  });

  test('that is moved as often as it can be stands, and says how another time is found', async () => {
    const { verified, send, open } = await setUpBookings();
    const token = await verified();
    await send(token, { slot: NINE, do: 'book' });
    for (const slot of [TEN, NINE, TEN, NINE, TEN]) expect((await send(token, { slot, do: 'move' })).statusCode).toBe(303);
    const refused = await send(token, { slot: NINE, do: 'move' });
    const page = shown(refused.body);
    expect([refused.statusCode, page.page, page.mark('when')]).toEqual([
      409,
      '/verify/meeting-booked',
      'Monday 23 November at 10:00, Rome (GMT+1)',
    ]);
    expect(page.lines('notice')[0]).toContain('Answer our email about it, or write to us');
    expect((await send(token, { do: 'cancel' })).statusCode).toBe(303);
    const after = shown((await open(token)).body);
    expect([after.page, after.lines('notice')]).toEqual([
      '/verify/meeting-often',
      ['1 Your demo on Monday 23 November at 10:00 is cancelled.'],
    ]);
  });
});
