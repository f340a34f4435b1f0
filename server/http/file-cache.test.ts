import { expect, test } from 'vitest';
import { createFileCache } from './file-cache.ts';

test('a file is read once for all who ask at the same time, and after', async () => {
  const cache = createFileCache(100);
  const { read, times } = reader();
  const [one, two] = await Promise.all([cache('a', read), cache('a', read)]);
  expect(two).toBe(one);
  expect(await cache('a', read)).toBe(one);
  expect(times()).toBe(1);
});

test('what it has no room for is still the same bytes for as long as somebody is sent them', async () => {
  const cache = createFileCache(100);
  const { read, times } = reader();
  const one = await cache('a', read);
  await cache('b', read);
  expect(await cache('a', read)).toBe(one);
  expect(times()).toBe(2);
});

test('a failure is told to all who wait, and the next one reads again', async () => {
  const cache = createFileCache(100);
  const fails = async () => Promise.reject(new Error('down'));
  await expect(Promise.all([cache('a', fails), cache('a', fails)])).rejects.toThrow('down');
  expect(await cache('a', async () => new Uint8Array(1))).toHaveLength(1);
});

function reader() {
  let count = 0;
  return {
    times: () => count,
    read: async () => {
      count += 1;
      return new Uint8Array(60);
    },
  };
}
