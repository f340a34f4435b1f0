import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeNotice, notice, notify, pauseNotice, resumeNotice } from './notice.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  closeNotice();
  vi.useRealTimers();
});

test('a notice goes by itself, and the next takes its place', () => {
  notify('The note is added.');
  notify('The answer is noted.');
  expect(notice.get()?.words).toBe('The answer is noted.');
  vi.advanceTimersByTime(7000);
  expect(notice.get()).toBeUndefined();
});

test('one that offers something stays longer, and as long as somebody is at it', () => {
  notify('Rejected', { words: 'Undo', run: () => undefined });
  vi.advanceTimersByTime(15_000);
  pauseNotice();
  vi.advanceTimersByTime(60_000);
  expect(notice.get()?.act?.words).toBe('Undo');
  resumeNotice();
  vi.advanceTimersByTime(21_000);
  expect(notice.get()).toBeUndefined();
});
