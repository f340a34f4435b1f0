import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { pause } from './wait-until.ts';

let server: RunningServer;

afterEach(() => discard(server));

test('while another process locks the embedded store, pages and links are answered at once, a form waits seconds, then 503', async () => {
  server = await startServer();
  // The page behind a link reads the store.
  const link = `/verify?token=${'A'.repeat(43)}`;
  const known = (await ask(server.url, 'GET', link)).status;
  const other = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { timeout: 5000 });
  other.exec('begin immediate');
  const began = performance.now();
  const refused = sendForm();
  const usual = await medianWhile(refused, ['/', '/about', link], known);
  expect(await refused).toBe(503);
  expect(performance.now() - began).toBeLessThan(30_000);
  // With SQLite's built-in wait of a second, one after the other, half of the answers took longer.
  expect(usual).toBeLessThan(500);
  expect((await ask(server.url, 'GET', '/readyz/forms')).status).toBe(503);
  const waiting = sendForm();
  await pause(200);
  other.close();
  expect(await waiting).toBe(201);
});

/** @returns the median time of the answers in milliseconds, because a busy machine delays some of them */
async function medianWhile(work: Promise<unknown>, paths: readonly string[], status: number): Promise<number> {
  const state = { done: false };
  void work.finally(() => (state.done = true));
  const times: number[] = [];
  while (!state.done) {
    for (const path of paths) {
      const began = performance.now();
      const answer = await ask(server.url, 'GET', path);
      times.push(performance.now() - began);
      expect([200, status]).toContain(answer.status);
    }
    await pause(20);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

async function sendForm(): Promise<number> {
  const body = JSON.stringify(demoRequest('ada@visitors.example'));
  return (await ask(server.url, 'POST', formPath, body, { 'content-type': 'application/json' })).status;
}
