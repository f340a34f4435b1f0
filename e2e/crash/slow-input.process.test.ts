import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../fixtures/applications.ts';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { usageOf } from './usage.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn' } });
  // Warms the server up, so that the test measures the attack only.
  await ask(server.url, 'GET', '/');
  await ask(server.url, 'POST', formPath, '{}', json);
  await sendCv(cvOf('/Enc', 1000));
});

afterAll(() => discard(server));

test('sixty forms of 62 KB of combining marks cost two seconds at the most, and pages come meanwhile', async () => {
  const before = await usageOf(server);
  const body = JSON.stringify({ ...demoRequest('marks@visitors.example'), company: `x${'\u0316\u0301'.repeat(15_000)}` });
  expect(Buffer.byteLength(body)).toBeGreaterThan(60_000);
  const answers = Promise.all(Array.from({ length: 60 }, () => ask(server.url, 'POST', formPath, body, json)));
  const pages = Array.from({ length: 10 }, () => ask(server.url, 'GET', '/'));
  for (const page of await Promise.all(pages)) expect(page.status).toBe(200);
  for (const answer of await answers) {
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text)).toMatchObject({ errors: { company: 'The company must be at most 120 characters' } });
  }
  // Before the fix: 0.3 s each.
  expect((await usageOf(server)).seconds - before.seconds).toBeLessThan(2);
});

test('a path of 14 000 slashes costs no more than any other', async () => {
  const before = await usageOf(server);
  for (let n = 0; n < 20; n += 1) expect((await ask(server.url, 'POST', `/a${'/'.repeat(14_000)}b`)).status).toBe(404);
  // Before the fix: 4 s.
  expect((await usageOf(server)).seconds - before.seconds).toBeLessThan(1);
});

test.each(['/Enc', '/#45ncrypt ', '<</Encrypt '])('CVs of 3 MB of %s cost a fraction of a second each', async (unit) => {
  const before = await usageOf(server);
  for (let n = 0; n < 4; n += 1) expect(await sendCv(cvOf(unit, 3 * 1024 * 1024))).toBe(201);
  // Before the fix: 10 s for four CVs of the first kind, including receiving and storing them.
  expect((await usageOf(server)).seconds - before.seconds).toBeLessThan(3);
});

const json = { 'content-type': 'application/json' };

function cvOf(unit: string, size: number): Buffer {
  return Buffer.from(`%PDF-1.7\n${unit.repeat(Math.ceil(size / unit.length))}`.slice(0, size), 'latin1');
}

async function sendCv(cv: Buffer): Promise<number> {
  const body = new FormData();
  const answers = { name: 'Ada', lastname: 'Lovelace', phone: '+390212345678', subject: 'Generic', elapsed: '40000' };
  for (const [name, value] of Object.entries({ ...answers, email: `${sha256(cv).slice(0, 9)}@visitors.example` })) body.set(name, value);
  body.set('message', 'I compute Bernoulli numbers by machine.');
  body.set('cv', new Blob([new Uint8Array(cv)], { type: 'application/pdf' }), 'cv.pdf');
  return (await fetch(`${server.url}/recruiting/applications`, { method: 'POST', body })).status;
}
