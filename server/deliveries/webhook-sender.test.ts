import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { isSigned } from './receiver.testing.ts';
import { FAILING, restOf, RETRY_PAUSES, retryAt } from './retry-times.ts';
import { retryAfterOf } from './sending.ts';
import { signedHeaders } from './webhook-sender.ts';

const second = 1000;
const day = 24 * 3600 * second;

describe('a signature', () => {
  test('is the one that the specification publishes', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signedHeaders([{ secret }], { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1614265330_000, body: '{"test": 2432232314}' });
    expect(headers).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('holds for its library and without it, for any body and any number of secrets, and for nothing that was changed', () => {
    const secret = fc.uint8Array({ minLength: 24, maxLength: 64 }).map((key) => `whsec_${Buffer.from(key).toString('base64')}`);
    fc.assert(
      fc.property(
        fc.uniqueArray(secret, { minLength: 2, maxLength: 4 }),
        fc.string({ unit: 'grapheme' }),
        fc.boolean(),
        (secrets, text, json) => {
          const body = json ? JSON.stringify({ text }) : JSON.stringify(text);
          const [stranger, ...signing] = secrets as [string, ...string[]];
          const headers = signedHeaders(
            signing.map((one) => ({ secret: one })),
            { id: 'msg_1', at: Date.now(), body },
          );
          for (const one of signing) {
            expect(isSigned({ headers, body }, one)).toBe(true);
            expect(new Webhook(one).verify(body, headers)).toEqual(JSON.parse(body));
          }
          expect(isSigned({ headers, body }, stranger)).toBe(false);
          expect(isSigned({ headers, body: `${body} ` }, signing[0]!)).toBe(false);
          expect(isSigned({ headers: { ...headers, 'webhook-id': 'msg_2' }, body }, signing[0]!)).toBe(false);
          expect(isSigned({ headers: { ...headers, 'webhook-timestamp': '1' }, body }, signing[0]!)).toBe(false);
        },
      ),
      { numRuns: 50 },
    );
  });
});

test('docs/deliveries.md shows a receiver how to check it', async () => {
  const document = await readFile(new URL('../../docs/deliveries.md', import.meta.url), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(document)![1]!;
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isGenuine: (headers: object, body: string, secret: string) => boolean;
  };
  const [secret, other] = [`whsec_${randomBytes(32).toString('base64')}`, `whsec_${randomBytes(32).toString('base64')}`];
  const body = '{"type":"lead.verified"}';
  const headers = (at: number) => signedHeaders([{ secret: other }, { secret }], { id: 'msg_1', at, body });
  expect([isGenuine(headers(Date.now()), body, secret), isGenuine(headers(Date.now()), body, other)]).toEqual([true, true]);
  expect(isGenuine(headers(Date.now()), `${body} `, secret)).toBe(false);
  expect(isGenuine(headers(Date.now() - 400_000), body, secret)).toBe(false);
  expect(isGenuine(headers(Date.now()), body, 'whsec_AAAA')).toBe(false);
  expect(document).toContain(`${RETRY_PAUSES.length + 1} attempts`);
});

describe('attempts', () => {
  test('begin again within half a minute and go on for three days, sooner or later by a fifth', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
        let now = 0;
        for (let attempts = 1; ; attempts += 1) {
          const next = retryAt({ attempts, now }, () => chance);
          if (next === undefined) break;
          expect(next - now).toBeGreaterThanOrEqual(RETRY_PAUSES[attempts - 1]! * 0.8);
          expect(next - now).toBeLessThanOrEqual(RETRY_PAUSES[attempts - 1]! * 1.2);
          if (attempts === 1) expect(next).toBeLessThan(30 * second);
          now = next;
        }
        expect(now).toBeGreaterThan(2.4 * day);
        expect(now).toBeLessThan(4 * day);
      }),
    );
    expect(RETRY_PAUSES.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(3 * day);
  });

  test('wait for as long as the endpoint asks, a day at the most', () => {
    expect(retryAt({ attempts: 1, now: 0, retryAfter: 3600 * second })).toBe(3600 * second);
    expect(retryAt({ attempts: 1, now: 0, retryAfter: 30 * day })).toBe(day);
    expect([
      retryAfterOf('120', 0),
      retryAfterOf('Thu, 01 Jan 1970 00:01:00 GMT', 0),
      retryAfterOf('soon', 0),
      retryAfterOf(undefined, 0),
    ]).toEqual([120_000, 60_000, undefined, undefined]);
  });

  test('rest where everything fails, never longer than some minutes', () => {
    expect([restOf(1), restOf(FAILING - 1)]).toEqual([0, 0]);
    for (let failures = FAILING; failures < 2000; failures += 1) {
      expect(restOf(failures)).toBeGreaterThanOrEqual(4 * second);
      expect(restOf(failures)).toBeLessThanOrEqual(6 * 60 * second);
    }
    expect(restOf(FAILING, () => 1)).toBeLessThan(30 * second);
  });
});
