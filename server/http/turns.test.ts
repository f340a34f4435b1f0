import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('of many at once each client has its turn, each task runs once, and those of a client in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 200 }), async (clients) => {
      const { take: run } = createTurns();
      const ran: [client: string, n: number][] = [];
      for (const [n, client] of clients.entries()) run(client, () => void ran.push([client, n]));
      while (ran.length < clients.length) await nextTurn();
      expect(ran.map(([, n]) => n).toSorted((a, b) => a - b)).toEqual(clients.map((_, n) => n));
      for (const client of 'abc') {
        const theirs = ran.filter(([one]) => one === client).map(([, n]) => n);
        expect(theirs).toEqual(theirs.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 50 },
  );
});

test('one that asks once waits for none of the thousand that another asked for before', async () => {
  const { take: run } = createTurns();
  const ran: string[] = [];
  for (let n = 0; n < 1000; n += 1) run('many', () => void ran.push('many'));
  run('one', () => void ran.push('one'));
  expect(ran.indexOf('one')).toBeLessThan(10);
  for (let n = 0; n < 20; n += 1) run('other', () => void ran.push('other'));
  while (ran.length < 1021) await nextTurn();
  expect(ran.lastIndexOf('other')).toBeLessThan(50);
});

test('while connections come a turn takes one task of each client, as the next connection is taken in after it', async () => {
  const { take, hurry } = createTurns();
  const ran: string[] = [];
  for (let n = 0; n < 100; n += 1) for (const client of ['a', 'b']) take(client, () => void ran.push(client));
  const before = ran.length;
  for (let turns = 1; turns <= 5; turns += 1) {
    hurry();
    await nextTurn();
    expect(ran.length).toBe(before + 2 * turns);
  }
  while (ran.length < 200) await nextTurn();
});
