import { afterAll, beforeAll, expect, test } from 'vitest';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { attackBy } from './bystander/attack-by.ts';
import { visitBeside } from './bystander/bystander-visit.ts';
import { folderInbox } from './inbox.ts';
import { decodingSeconds, threadMsOf, usageOf } from './usage.ts';

const SECONDS = 1;

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({
    env: { RATE_LIMIT: 'on', MIN_FILL_MS: undefined, FIRST_MAILS_PER_HOUR: undefined, FIRST_MAILS_PER_DAY: undefined },
  });
});

afterAll(async () => discard(server));

/**
 * The last number is the most processor time that the attack may cost the server: about twice the measured value. Its unit is what this machine now needs
 * to decode a MB of form, because seconds depend on the machine and on whether two threads share a core.
 */
test.each([
  ['form-keys', '127.1.1.2', 18],
  ['form-quotes', '127.1.2.2', 14],
  ['unknown-product', '127.1.3.2', 20],
  ['tiny-chunks', '127.1.4.2', 32],
  ['details', '127.1.5.2', 60],
  ['lists', '127.1.6.2', 60],
  ['same-details', '127.1.7.2', 60],
  ['same-lists', '127.1.8.2', 60],
])(
  'while one client sends %s at 10 MB a second, every other has their page, form and mail, and it costs little',
  async (attack, from, most) => {
    const unitBefore = decodingSeconds();
    const before = await usageOf(server);
    const attacking = attackBy({ attack, port: Number(new URL(server.url).port), tls: false, from, seconds: SECONDS });
    const seen = await visitBeside(
      attack,
      { port: Number(new URL(server.url).port), tls: false },
      { inbox: folderInbox(server.dataDir), seconds: SECONDS, worked: () => threadMsOf(server) },
    );
    await attacking;
    expect(seen.refused).toEqual([]);
    expect([seen.taken, seen.mails.length]).toEqual([seen.forms, seen.forms]);
    expect(seen.pages.length).toBeGreaterThan(0);
    // Milliseconds at the median, as for every attack, without what other programs on the machine take.
    expect(seen.work.toSorted((a, b) => a - b)[Math.floor(seen.work.length / 2)]).toBeLessThan(50);
    const used = (await usageOf(server)).seconds - before.seconds;
    expect(used / Math.max(unitBefore, decodingSeconds())).toBeLessThan(most);
  },
);
