import { describe, expect, test } from 'vitest';
import { networksOf } from '../http/client-address.ts';
import { releaseWaitingMails } from '../mail/waiting-mails.ts';
import { setUpMailbox, type Mailbox } from './mailbox.testing.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

const HOUR = 3_600_000;

/**
 * Of these, 20 an hour are one client's share. 40 are open to clients that have used up theirs, 80 to those that have not, the last 20 to rare senders alone.
 */
const ceiling = { perHour: 100, perDay: 1000 };

describe('first mails', () => {
  everyEighthRun(test, 7)('of one client, its network or one domain that sends on and on do not keep anybody else’s', async () => {
    const site = await fairSite();
    const flood = Array.from({ length: 60 }, (_, n) => ['192.0.2.1', `stranger-${n}@catch-${n}.example`] as const);
    const many = Array.from({ length: 50 }, (_, n) => [`198.51.${n}.1`, `box-${n}@catch-all.example`] as const);
    const line = Array.from({ length: 120 }, (_, n) => [`2001:db8:1:${n}00::1`, `ann-${n}@line-${n}.example`] as const);
    for (const [from, email] of [...flood, ...many, ...line]) await site.request(email, 'question', from);
    await site.pass(0);
    // 20 for a client, 20 for a domain, 60 for a /48. The last twenty of the hundred are for rare senders, as each of these is at first.
    const atOnce = site.sent.length;
    expect(Math.abs(atOnce - 82)).toBeLessThanOrEqual(2);
    for (const n of [1, 2, 3, 4, 5]) await site.request(`visitor-${n}@visitors-${n}.example`, 'question', `203.0.${n}.7`);
    await site.pass(0);
    expect(site.to(/visitor-/)).toHaveLength(5);
    expect(await site.leads()).toBe(235);
    // Waiting mails say what they wait for, and leave when there is room: never more than the ceiling in all.
    expect(await site.waiting()).toBe(230 - atOnce);
    await site.letGo();
    expect(site.sent).toHaveLength(atOnce + 5);
    site.clock.now += HOUR + 1;
    await site.letGo();
    // First the requests that were within their share when they came, then up to the 40 that are open to clients over their share.
    expect(await site.waiting()).toBeGreaterThan(100);
    expect(site.sent.length - atOnce - 5).toBeGreaterThanOrEqual(40);
    expect(site.sent.length - atOnce - 5).toBeLessThanOrEqual(80);
  });

  test('to a company’s addresses, asked for by one client on and on, make nobody of that company late', async () => {
    const site = await fairSite();
    for (let n = 0; n < 58; n += 1) await site.request(`made-up-${n}@company.example`, 'question', '192.0.2.1');
    await site.pass(0);
    await site.letGo();
    // The 40 that are open to clients over their share.
    expect(site.sent).toHaveLength(40);
    await site.request('ada@company.example', 'question', '198.51.100.7');
    await site.pass(0);
    expect(site.to(/^ada@/)).toHaveLength(1);
  });

  test('that a quiet site could send leave though one client asks for them all, the rarest first', async () => {
    const site = await fairSite();
    for (let n = 0; n < 30; n += 1) await site.request(`a-${n}@a-${n}.example`, 'question', '192.0.2.1');
    await site.pass(0);
    expect(site.sent).toHaveLength(20);
    await site.letGo();
    expect(site.sent).toHaveLength(30);
    // Client a has used more of its share than client b, so the mails of b leave first.
    for (let n = 30; n < 60; n += 1) await site.request(`a-${n}@a-${n}.example`, 'question', '192.0.2.1');
    for (let n = 0; n < 25; n += 1) await site.request(`b-${n}@b-${n}.example`, 'question', '198.51.100.1');
    await site.pass(0);
    expect(site.to(/^b-/)).toHaveLength(20);
    site.clock.now += HOUR + 1;
    await site.letGo();
    expect([site.to(/^b-/).length, site.to(/^a-/).length]).toEqual([25, 60]);
    const [lastOfB, firstOfA] = [site.place(/^b-2[0-4]@/), site.place(/^a-[3-5]\d@/)];
    // Tolerance: four mails are sent at a time.
    expect(Math.max(...lastOfB)).toBeLessThan(Math.min(...firstOfA) + 4);
  });
});

test('staff are told of a flood once an hour, and of anybody else at once', async () => {
  const site = await fairSite();
  const message = (n: number, remoteAddress: string, domain = 'flood') => {
    const payload = { name: 'Ada Lovelace', email: `ada-${n}@${domain}.example`, subject: `Subject ${n}`, message: 'x'.repeat(40) };
    return site.app.inject({ method: 'POST', url: '/www/contacts', payload, remoteAddress });
  };
  for (let n = 0; n < 55; n += 1) expect((await message(n, `192.0.${n}.1`)).statusCode).toBe(201);
  for (let at = 0; at < 5; at += 1) await site.pass(3 * 60_000);
  const told = () => site.to(/^sales@/).length;
  const before = told();
  expect(before).toBeLessThanOrEqual(5);
  expect((await message(99, '203.0.113.1', 'visitor')).statusCode).toBe(201);
  await site.pass(0);
  expect(told()).toBe(before + 1);
  expect(site.sent.at(-1)!.text).toContain('Subject 99');
  expect(site.sent.map(({ text }) => text).join()).not.toContain('Subject 54');
  for (let at = 0; at < 30; at += 1) await site.pass(3 * 60_000);
  expect(site.sent.map(({ text }) => text).join()).toContain('Subject 54');
  expect(told()).toBeLessThanOrEqual(before + 6);
});

test('staff are told of leads that one client confirms on and on once an hour', async () => {
  const site = await fairSite({ FIRST_MAILS_PER_HOUR: '1000' });
  for (let n = 0; n < 140; n += 1) await site.context.shares.use({ networks: networksOf('127.0.0.1'), proven: false }, { confirmed: 1 });
  const id = await site.request('ada@visitor.example', 'demo', '203.0.113.7');
  await site.pass(0);
  const [token = ''] = site.tokens('ada@visitor.example');
  await site.press({ token });
  await site.pass(5 * 60_000);
  expect([await site.statusOf(id), site.to(/^sales@/).length]).toEqual(['verified', 0]);
  await site.pass(90 * 60_000);
  expect(site.to(/^sales@/)).toHaveLength(1);
});

test('what one network stores in a day has a bound, far from what people write', async () => {
  const site = await fairSite({ RATE_LIMIT: 'on' });
  const message = (n: number, remoteAddress: string) => {
    const payload = { name: 'Ada Lovelace', email: `ada@x-${n}.example`, subject: 'About your figures', message: '語'.repeat(2000) };
    return site.app.inject({ method: 'POST', url: '/www/contacts', payload, remoteAddress });
  };
  await site.context.shares.use({ networks: [{ name: '192.0.2.1', times: 1 }], proven: false }, { stored: 19_990 });

  expect([(await message(1, '192.0.2.1')).statusCode, (await message(2, '192.0.2.1')).statusCode]).toEqual([201, 429]);
  const refused = await message(3, '192.0.2.1');
  expect([refused.headers['retry-after'], refused.json<{ detail: string }>().detail]).toEqual([
    '3600',
    'Very much was sent from your network today. Please try again in an hour.',
  ]);
  expect((await message(4, '192.0.2.2')).statusCode).toBe(201);
});

test('what others store in a company’s name closes no form to its people', async () => {
  const site = await fairSite({ RATE_LIMIT: 'on' });
  const domain = { name: '@company.example', times: 1 };
  for (const client of ['192.0.2.1', '198.51.100.1', '203.0.113.1'])
    await site.context.shares.use({ networks: networksOf(client), domain, proven: false }, { stored: 19_990, uploads: 190_000 });
  const payload = { name: 'Ada Lovelace', email: 'ada@company.example', subject: 'About your figures', message: '語'.repeat(2000) };
  const own = { method: 'POST', url: '/www/contacts', payload, remoteAddress: '233.252.0.7' } as const;
  expect((await site.app.inject(own)).statusCode).toBe(201);
  expect(await site.context.shares.use({ networks: networksOf('233.252.0.7'), domain, proven: false }, { uploads: 1000 })).toEqual({
    uploads: 1,
  });
});

/** A site with a ceiling for first mails, whose forms are not stopped by limits of requests. */
async function fairSite(env: Record<string, string> = {}) {
  const settings = { RATE_LIMIT: 'on', FIRST_MAILS_PER_HOUR: String(ceiling.perHour), FIRST_MAILS_PER_DAY: String(ceiling.perDay), ...env };
  const site: Mailbox = await setUpMailbox({ ceiling }, { env: settings });
  return {
    ...site,
    leads: async () => (await site.store.db.selectFrom('leads').select('id').execute()).length,
    waiting: async () => (await site.store.db.selectFrom('jobs').select('id').where('waiting_on', '=', 'share').execute()).length,
    letGo: async () => {
      await releaseWaitingMails(site.store.db, ceiling, site.clock.now);
      await site.pass(10_000);
    },
    to: (whom: RegExp) => site.sent.filter((mail) => whom.test(mail.to[0]!)),
    place: (whom: RegExp) => site.sent.flatMap((mail, at) => (whom.test(mail.to[0]!) ? [at] : [])),
  };
}
