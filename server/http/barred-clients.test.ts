import { afterEach, expect, test, vi } from 'vitest';
import { barredClients } from './barred-clients.ts';

afterEach(() => vi.useRealTimers());

test('a client is barred for its time once it was blamed enough within it, and others are not', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const barred = barredClients(1000);
  expect([barred.blame('a', 99), barred.has('a')]).toEqual([false, false]);
  vi.advanceTimersByTime(1000);
  // Older blame no longer counts.
  expect([barred.blame('a', 99), barred.has('a')]).toEqual([false, false]);
  vi.advanceTimersByTime(900);
  expect([barred.blame('a', 1), barred.has('a'), barred.has('b')]).toEqual([true, true, false]);
  vi.advanceTimersByTime(999);
  expect(barred.has('a')).toBe(true);
  vi.advanceTimersByTime(1);
  expect(barred.has('a')).toBe(false);
});

test('however many are barred, only so many are remembered', () => {
  const barred = barredClients(60_000);
  for (let n = 0; n <= 10_000; n += 1) barred.blame(`c${n}`, 100);
  expect([barred.has('c0'), barred.has('c1'), barred.has('c10000')]).toEqual([false, true, true]);
});
