import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { PermanentFailure, Unavailable, type JobOutcome } from '../queue/job.ts';
import { stoppedClock } from '../queue/jobs.testing.ts';
import { newId } from '../store/id.ts';
import type { Store } from '../store/store.ts';
import { freshStore, silent, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import { createMailer, type Mailer, type MailerOptions } from './mailer.ts';
import { contextFor, frame, specimen } from './mail.testing.tsx';
import { answer, smtpPeer } from './smtp.testing.ts';
import { suppress, suppressionOf, unsuppress } from './suppression.ts';

const hour = 3_600_000;
const props = { name: 'Giulia', link: 'https://www.example.com/verify?token=abc' };

function mailerFor(store: Store, options: Partial<MailerOptions> = {}): Mailer {
  const from = 'Cognitive PRO <no-reply@example.com>';
  return createMailer({ store, log: silent, dataDir: temporaryFolder(), from, limit: { perHour: 3, perDay: 10 }, frame, ...options });
}

describe('mail as files', () => {
  test('is one whole file a job, however often it is sent', async () => {
    const dataDir = temporaryFolder();
    const mailer = mailerFor(await freshStore(), { dataDir });
    const context = contextFor('0190-job');
    await mailer.send(specimen('first'), props, { to: 'giulia@example.org' }, context);
    await mailer.send(specimen('first'), props, { to: 'giulia@example.org' }, context);
    expect(readdirSync(join(dataDir, 'mail'))).toEqual(['0190-job.eml']);
    const file = join(dataDir, 'mail', '0190-job.eml');
    expect(statSync(file).mode & 0o077).toBe(0);
    const mail = await PostalMime.parse(readFileSync(file));
    expect(mail).toMatchObject({ subject: 'Confirm your address, Giulia', messageId: '<0190-job@example.com>' });
    expect(mail.to).toMatchObject([{ address: 'giulia@example.org' }]);
    expect(mail.text).toContain(props.link);
    expect(mail.text).toContain('Milan, Italy · London, UK');
    expect(mail.html).toContain(`href="${props.link}"`);
    // The logo travels with the mail, so that opening it asks nobody for anything.
    expect(mail.attachments).toMatchObject([{ mimeType: 'image/png', related: true, contentId: '<logo>' }]);
    expect(mail.html!.match(/\ssrc="[^"]*"/g)).toEqual([' src="cid:logo"']);
    expect(mail.html).toContain('Aurora Asset Management &amp; Co. &lt;Milano&gt;');
  });

  test('that cannot be written waits for the disk', async () => {
    const mailer = mailerFor(await freshStore(), { dataDir: '/dev/null' });
    const sent = mailer.send(specimen('first'), props, { to: 'giulia@example.org' }, contextFor('a'));
    await expect(sent).rejects.toThrow(Unavailable);
  });

  test('no name, however it is made, adds a header or a recipient', async () => {
    const dataDir = temporaryFolder();
    const mailer = mailerFor(await freshStore(), { dataDir });
    const nasty = fc
      .array(fc.constantFrom('a', ' ', '\r\n', '\n', '\r', '\u2028', 'Bcc: x@evil.example', '"', '<', '>', ',', 'é', '\0', ':'))
      .map((services) => services.join(''));
    await fc.assert(
      fc.asyncProperty(nasty, async (name) => {
        await mailer.send(specimen('none'), { ...props, name }, { to: 'staff@example.com' }, contextFor('same'));
        const mail = await PostalMime.parse(readFileSync(join(dataDir, 'mail', 'same.eml')));
        expect(mail.headers.map((header) => header.key).sort()).toEqual(usualHeaders);
        expect(mail.to).toMatchObject([{ address: 'staff@example.com' }]);
        expect(mail.bcc ?? []).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test.each(['a@b@c.example', 'a b@example.com', 'a@example.com\r\nBcc: x@evil.example', '<a@example.com>, b@example.com', ''])(
    'an address that is none (%j) is refused for good',
    async (to) => {
      const mailer = mailerFor(await freshStore());
      await expect(mailer.send(specimen('none'), props, { to }, contextFor('a'))).rejects.toThrow(PermanentFailure);
    },
  );
});

const usualHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
];

describe('mail and its limits', () => {
  test('beyond the limit of a mailbox, however it is written, mails wait; what was promised has places of its own, and staff is exempt', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const mailer = mailerFor(store);
    const send = (limit: 'first' | 'promised' | 'none', to = 'victim@example.org'): Promise<JobOutcome> =>
      mailer.send(specimen(limit), props, { to }, contextFor(newId(), clock.now));
    for (const kind of ['first', 'promised'] as const) {
      for (const to of ['victim@example.org', 'Victim@Example.org', 'victim+1@example.org']) expect(await send(kind, to)).toBeUndefined();
      expect(await send(kind)).toMatchObject({ retryAt: clock.now() + hour });
    }
    expect(await send('none')).toBeUndefined();
    expect(await send('first', 'other@example.org')).toBeUndefined();
    clock.pass(hour);
    expect(await send('first')).toBeUndefined();
  });

  test('whoever sends how, no hour and no day has more mails than its limit', async () => {
    const store = await freshStore();
    const limit = { perHour: 2, perDay: 4 };
    const mailer = mailerFor(store, { limit, transport: { send: async () => {}, close: () => {} } });
    const steps = fc.array(
      fc.record({ pass: fc.integer({ min: 0, max: 3 * hour }), burst: fc.integer({ min: 1, max: 4 }), again: fc.boolean() }),
      { minLength: 1, maxLength: 12 },
    );
    const property = async (plan: { pass: number; burst: number; again: boolean }[]) => {
      const clock = stoppedClock();
      const to = `${newId()}@example.org`;
      const left: number[] = [];
      const waiting: string[] = [];
      for (const { pass, burst, again } of plan) {
        clock.pass(pass);
        const ids = [...(again ? waiting.splice(0) : []), ...Array.from({ length: burst }, () => newId())];
        const outcomes = await Promise.all(ids.map((id) => mailer.send(specimen('promised'), props, { to }, contextFor(id, clock.now))));
        outcomes.forEach((outcome, index) => (outcome === undefined ? left.push(clock.now()) : waiting.push(ids[index]!)));
      }
      for (const at of left) {
        expect(left.filter((other) => other > at - hour && other <= at).length).toBeLessThanOrEqual(limit.perHour);
        expect(left.filter((other) => other > at - 24 * hour && other <= at).length).toBeLessThanOrEqual(limit.perDay);
      }
      // Nothing is held back without need: the first two of an hour always leave.
      expect(left.length).toBeGreaterThanOrEqual(Math.min(plan[0]!.burst, limit.perHour));
    };
    await fc.assert(fc.asyncProperty(steps, property), { numRuns: 12 });
  });

  testOnStores('what a verified visitor waits for leaves at once, up to the limit of a day', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const mailer = mailerFor(store, { limit: { perHour: 1, perDay: 4 } });
    const send = (limit: 'promised' | 'awaited') =>
      mailer.send(specimen(limit), props, { to: 'a@example.org' }, contextFor(newId(), clock.now));
    expect(await send('promised')).toBeUndefined();
    expect(await send('promised')).toHaveProperty('retryAt');
    for (let n = 0; n < 3; n += 1) expect(await send('awaited')).toBeUndefined();
    expect(await send('awaited')).toHaveProperty('retryAt');
  });

  test('a mail that failed to leave keeps its place, and one that lost it meanwhile waits for another', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    let up = false;
    const send = async (): Promise<void> => {
      if (!up) throw new Unavailable('mail', 'down');
    };
    const mailer = mailerFor(store, { limit: { perHour: 1, perDay: 10 }, transport: { send, close: () => {} } });
    const attempt = (id: string) => mailer.send(specimen('first'), props, { to: 'a@example.org' }, contextFor(id, clock.now));
    await expect(attempt('first')).rejects.toThrow(Unavailable);
    await expect(attempt('first')).rejects.toThrow(Unavailable);
    expect(await attempt('second')).toHaveProperty('retryAt');
    clock.pass(hour);
    await expect(attempt('third')).rejects.toThrow(Unavailable);
    up = true;
    expect(await attempt('first')).toMatchObject({ retryAt: clock.now() + hour });
    expect(await attempt('third')).toBeUndefined();
    clock.pass(hour);
    expect(await attempt('first')).toBeUndefined();
  });

  test('first mails to all mailboxes together wait at the ceiling, spread over an hour, and what was promised does not', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const reached: string[] = [];
    const mailer = mailerFor(store, {
      transport: { send: async () => {}, close: () => {} },
      ceiling: { perHour: 4, perDay: 6 },
      onCeiling: async (setting) => void reached.push(setting),
      random: () => 0.5,
    });
    const send = (id: string, limit: 'first' | 'promised' = 'first', released = false) =>
      mailer.send(specimen(limit), props, { to: `${id}@example.org` }, { ...contextFor(id, clock.now), released });
    for (const id of ['a', 'b', 'c', 'd']) expect(await send(id)).toBeUndefined();
    expect(await send('e')).toEqual({
      retryAt: clock.now() + 1.5 * hour,
      reason: expect.stringContaining('FIRST_MAILS_PER_HOUR allows (4)'),
      waitingOn: 'share',
    });
    expect(await send('f', 'promised')).toBeUndefined();
    expect(await send('d')).toBeUndefined();
    expect(await send('g', 'first', true)).toBeUndefined();
    clock.pass(hour);
    expect(await send('e')).toBeUndefined();
    expect(await send('h')).toMatchObject({ reason: expect.stringContaining('FIRST_MAILS_PER_DAY allows (6)') });
    expect(reached).toEqual(['FIRST_MAILS_PER_HOUR', 'FIRST_MAILS_PER_DAY']);
    clock.pass(24 * hour);
    expect(await send('h')).toBeUndefined();
  });

  test('one that may have arrived counts as a mail, and so does what is sent in its place', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const mailer = mailerFor(store, { limit: { perHour: 9, perDay: 3 }, transport: { send: async () => {}, close: () => {} } });
    const send = (id: string, perhapsDone = 0) =>
      mailer.send(specimen('first'), props, { to: 'a@example.org' }, { ...contextFor(id, clock.now), perhapsDone });
    expect(await send('a')).toBeUndefined();
    clock.pass(4 * hour);
    expect(await send('a', 1)).toBeUndefined();
    expect(await send('b')).toBeUndefined();
    expect(await send('c')).toMatchObject({ retryAt: clock.now() + 20 * hour });
  });

  test('between two mails of a kind to a mailbox lies the gap they ask for', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const mailer = mailerFor(store);
    const send = (id: string, to: string) => mailer.send(specimen('first'), props, { to, gap: 60_000 }, contextFor(id, clock.now));
    expect(await send('a', 'ada@example.org')).toBeUndefined();
    clock.pass(20_000);
    expect(await send('b', 'ada+2@example.org')).toMatchObject({ retryAt: clock.now() + 40_000 });
    expect(await send('c', 'bob@example.org')).toBeUndefined();
    clock.pass(40_000);
    expect(await send('b', 'ada+2@example.org')).toBeUndefined();
  });

  test('an address with a tag that is unknown does not have its mailbox suppressed', async () => {
    const store = await freshStore();
    const peer = await smtpPeer({
      onRcptTo: ({ address }, _session, done) => done(address.includes('+') ? answer(550, '5.1.1 no such user') : null),
    });
    const mailer = mailerFor(store, { mailUrl: peer.url });
    const send = (id: string, to: string) => mailer.send(specimen('first'), props, { to }, contextFor(id));
    await expect(send('a', 'Ada+x@example.org')).rejects.toThrow(PermanentFailure);
    expect(await send('b', 'ada+X@example.org')).toHaveProperty('held');
    expect(await send('c', 'ada@example.org')).toBeUndefined();
    mailer.close();
  });

  test('an unknown mailbox gets nothing more, until somebody says otherwise', async () => {
    const store = await freshStore();
    let known = false;
    const peer = await smtpPeer({ onRcptTo: (_address, _session, done) => done(known ? null : answer(550, '5.1.1 no such user')) });
    const mailer = mailerFor(store, { mailUrl: peer.url });
    const send = (id: string) =>
      mailer.send(specimen('promised'), props, { to: id === 'a' ? 'Gone@example.org' : 'gone+x@example.org' }, contextFor(id));
    await expect(send('a')).rejects.toThrow(PermanentFailure);
    known = true;
    expect(await send('b')).toEqual({ held: 'nothing is sent to this address: its mail server knows no such mailbox' });
    expect(await unsuppress(store.db, 'gone@example.org')).toBe(true);
    expect(await send('c')).toBeUndefined();
    expect(peer.received).toHaveLength(1);
    mailer.close();
  });

  test('a mail that a person releases leaves, whatever held it, and lifts the suppression', async () => {
    const store = await freshStore();
    const peer = await smtpPeer();
    const mailer = mailerFor(store, { mailUrl: peer.url });
    const send = (id: string, released: boolean) =>
      mailer.send(specimen('first'), props, { to: 'gone@example.org' }, { ...contextFor(id), released });
    await suppress(store.db, 'gone@example.org', 'its mail server knows no such mailbox', 1);
    expect(await send('a', true)).toBeUndefined();
    expect(await suppressionOf(store.db, 'gone@example.org')).toBeUndefined();
    expect([await send('b', false), await send('c', false)]).toEqual([undefined, undefined]);
    expect(await send('d', false)).toHaveProperty('retryAt');
    expect(await send('d', true)).toBeUndefined();
    expect(peer.received).toHaveLength(4);
    mailer.close();
  });

  test('the first reason for a suppression stays', async () => {
    const store = await freshStore();
    await suppress(store.db, 'a@example.org', 'asked us to', 1);
    await suppress(store.db, 'a@example.org', 'bounced', 2);
    expect(await suppressionOf(store.db, 'a@example.org')).toBe('asked us to');
  });
});

test('a success tells that mail works', async () => {
  const recovered: string[] = [];
  const context = contextFor('a', Date.now, (resource) => recovered.push(resource));
  await mailerFor(await freshStore()).send(specimen('none'), props, { to: 'staff@example.com' }, context);
  expect(recovered).toEqual(['mail']);
});
