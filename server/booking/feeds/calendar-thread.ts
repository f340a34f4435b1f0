import { inBoundedThread } from '../../kernel/bounded-thread.ts';
import type { ReadCalendar } from './read-calendar.ts';

/** Reads each calendar in a thread of its own, with limits of 60 seconds and 384 MB: a large calendar takes seconds and half of that memory. */
export function calendarThread(script: URL): ReadCalendar {
  return (text, scope) => inBoundedThread(script, { text, scope }, { patience: 60_000, memory: 384 }, 'it takes too long to read');
}
