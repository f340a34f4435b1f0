import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { dataPaths } from '../../contract/portfolio.ts';
import { freshStore } from '../store/store.testing.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';

describe('a client that sends too much', () => {
  test('is told to wait, whatever address it claims; pages are open to it', async () => {
    const { app, store, sendForms, lines } = await setUp();
    const claimed = (n: number) => ({
      'x-forwarded-for': `203.0.113.${n}`,
      forwarded: `for=203.0.113.${n}`,
      'x-real-ip': `203.0.113.${n}`,
    });
    expectLimited(await sendForms(80, claimed));
    expect((await app.inject('/')).statusCode).toBe(200);
    expect(await store.db.selectFrom('leads').select('id').execute()).toHaveLength(60);
    expect(lines.join('').match(/X-Forwarded-For came from a peer that is not trusted[^"]*TRUST_PROXY=1/g)).toHaveLength(1);
  });

  test('is known by the address its proxy saw, where a proxy is configured', async () => {
    const { sendForms, lines } = await setUp({ TRUST_PROXY: '1' });
    // Each request has another client address behind the same proxy, so none is limited.
    const others = await sendForms(80, (n) => ({ 'x-forwarded-for': `203.0.113.${n}` }));
    expect(others.filter(({ statusCode }) => statusCode !== 201)).toEqual([]);
    // Addresses that a client puts into the header before the proxy's have no effect.
    expectLimited(await sendForms(80, (n) => ({ 'x-forwarded-for': `198.51.100.${n}, 192.0.2.7` })));
    expect(lines.join('')).not.toContain('X-Forwarded-For');
  });

  test('asks in vain for one fresh link after the other', async () => {
    const { app } = await setUp();
    const statuses: number[] = [];
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let n = 0; n < 20; n += 1) {
      const answer = await app.inject({ method: 'POST', url: '/verify/resend', payload: 'email=nobody%40visitors.example', headers });
      statuses.push(answer.statusCode);
      if (n === 19) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect([statuses.slice(0, 10), statuses[19]]).toEqual([new Array(10).fill(303), 429]);
  });

  test('fills no log with an address that fails', async () => {
    const { app, store, lines } = await setUp({ RATE_LIMIT: 'off' });
    await sql`alter table papers rename to elsewhere`.execute(store.db);
    const answers = await Promise.all(Array.from({ length: 200 }, () => app.inject(dataPaths.papers)));
    expect(answers.filter(({ statusCode }) => statusCode < 500)).toEqual([]);
    const told = lines.join('').match(/unexpected error|store does not answer/g) ?? [];
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThanOrEqual(30);
  });
});

async function setUp(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const store = await freshStore();
  const { app } = await testApp(store, { RATE_LIMIT: 'on', MIN_FILL_MS: '0', ...env }, { logger: pino({}, stream) });
  const sendForms = async (count: number, headersOf: (n: number) => Record<string, string>) => {
    const answers: LightMyRequestResponse[] = [];
    for (let n = 0; n < count; n += 1) {
      const payload = { ...validBodies.bookademo, email: `l-${n}@visitors.example` };
      answers.push(await app.inject({ method: 'POST', url: '/cognitivepro/forms/home_bad', payload, headers: headersOf(n) }));
    }
    return answers;
  };
  return { app, store, lines, sendForms };
}

/** Expects sixty forms of a client to be taken, and the others to be refused by a problem that says when to come again. */
function expectLimited(answers: readonly LightMyRequestResponse[]): void {
  expect(answers.slice(0, 60).map(({ statusCode }) => statusCode)).toEqual(new Array(60).fill(201));
  for (const answer of answers.slice(60)) {
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([429, expect.stringContaining('application/problem+json')]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(answer.json()).toMatchObject({ status: 429 });
  }
}
