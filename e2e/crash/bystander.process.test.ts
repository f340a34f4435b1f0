import { afterAll, beforeAll, expect, test } from 'vitest';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { attackBy } from './bystander/attack-by.ts';
import { visitBeside } from './bystander/bystander-visit.ts';
import { folderInbox } from './inbox.ts';
import { usageOf } from './usage.ts';

const SECONDS = 1;

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({
    env: { RATE_LIMIT: 'on', MIN_FILL_MS: undefined, FIRST_MAILS_PER_HOUR: undefined, FIRST_MAILS_PER_DAY: undefined },
  });
});

afterAll(async () => discard(server));

/** The most processor seconds that the server may use: a base, plus a part for each MB that the attacker sent. */
const MOST = { base: 0.7, perMb: 0.06 };

test.each([
  ['form-keys', '127.1.1.2'],
  ['form-quotes', '127.1.2.2'],
  ['unknown-product', '127.1.3.2'],
  ['tiny-chunks', '127.1.4.2'],
])('while one client sends %s at 10 MB a second, every other has their page, form and mail, and it costs little', async (attack, from) => {
  const before = await usageOf(server);
  const attacking = attackBy({ attack, port: Number(new URL(server.url).port), tls: false, from, seconds: SECONDS });
  const seen = await visitBeside(
    attack,
    { port: Number(new URL(server.url).port), tls: false },
    { inbox: folderInbox(server.dataDir), seconds: SECONDS },
  );
  const { sentMb } = await attacking;
  expect(seen.refused).toEqual([]);
  expect([seen.taken, seen.mails.length]).toEqual([seen.forms, seen.forms]);
  expect(seen.pages.length).toBeGreaterThan(0);
  // The visitors themselves cost a few hundredths of a second.
  expect((await usageOf(server)).seconds - before.seconds).toBeLessThan(MOST.base + MOST.perMb * sentMb);
});
