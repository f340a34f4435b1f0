import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { networksOf } from './client-address.ts';
import { createClientQueue } from './client-queue.ts';

test('of a network one request is under way, its clients take turns, and other networks do not wait', async () => {
  const take = createClientQueue(true);
  const begun: string[] = [];
  let [under, most] = [0, 0];
  const ask = (address: string, name: string) =>
    take(networksOf(address), async () => {
      begun.push(name);
      under += 1;
      most = Math.max(most, under);
      await pause(1);
      under -= 1;
      return name;
    });
  const flood = Array.from({ length: 12 }, (_, n) => ask('127.3.0.1', `flood ${n}`));
  const neighbour = ask('127.3.0.2', 'neighbour');
  expect(await neighbour).toBe('neighbour');
  expect(begun.length).toBeLessThan(6);
  const other = ask('127.4.0.1', 'other').then(() => begun.length);
  expect(await other).toBeLessThan(8);
  expect(await Promise.all(flood)).toEqual(Array.from({ length: 12 }, (_, n) => `flood ${n}`));
  expect(begun.filter((name) => name.startsWith('flood'))).toEqual(Array.from({ length: 12 }, (_, n) => `flood ${n}`));
  expect(most).toBeLessThanOrEqual(2);
});

test('what fails holds nobody up', async () => {
  const take = createClientQueue(true);
  const networks = networksOf('127.3.0.1');
  const failing = take(networks, () => Promise.reject(new Error('broken')));
  const next = take(networks, async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('a client may let 256 requests wait, and takes no place of its neighbours', async () => {
  const take = createClientQueue(true);
  const [client, neighbour, other] = [networksOf('127.3.0.1'), networksOf('127.3.0.2'), networksOf('127.4.0.1')];
  const { promise, resolve } = Promise.withResolvers<string>();
  const all = Array.from({ length: 257 }, () => take(client, () => promise));
  expect(await take(client, () => promise)).toBeUndefined();
  all.push(take(neighbour, () => promise));
  expect(await take(other, async () => 'done')).toBe('done');
  resolve('done');
  expect(new Set(await Promise.all(all))).toEqual(new Set(['done']));
  expect(await take(client, () => promise)).toBe('done');
});

test('where many wait, the thread is free for as long as they use it', async () => {
  const take = createClientQueue(true);
  const spans: [from: number, to: number][] = [];
  const work = async () => {
    const from = performance.now();
    while (performance.now() < from + 5);
    spans.push([from, performance.now()]);
  };
  await Promise.all(Array.from({ length: 12 }, () => take(networksOf('127.3.0.1'), work)));
  // The last ones are few.
  const rests = spans.slice(1, 5).map(([from], n) => from - spans[n]![1]);
  expect(Math.min(...rests)).toBeGreaterThan(3.5);
});
