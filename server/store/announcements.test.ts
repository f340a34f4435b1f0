import { expect, onTestFinished, test, vi } from 'vitest';
import { createAnnounce } from './announcements.ts';

test('work is announced at once; where it comes on and on, fifty times a second, with what came meanwhile', () => {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  let sent = 0;
  const announce = createAnnounce(async () => (sent += 1));
  const every = (pause: number, times: number) => {
    for (let n = 0; n < times; n += 1) {
      announce();
      vi.advanceTimersByTime(pause);
    }
  };
  announce();
  expect(sent).toBe(1);
  every(37, 100);
  expect(sent).toBe(101);
  sent = 0;
  every(1, 10_000);
  expect(sent).toBeGreaterThan(500);
  expect(sent).toBeLessThanOrEqual(552);
  // The last of them is announced as well.
  const before = sent;
  announce();
  vi.advanceTimersByTime(20);
  expect(sent).toBe(before + 1);
  vi.advanceTimersByTime(60_000);
  expect(sent).toBe(before + 1);
});
