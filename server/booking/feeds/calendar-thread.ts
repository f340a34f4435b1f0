import { inBoundedThread } from '../../kernel/bounded-thread.ts';
import type { ReadCalendar } from './read-calendar.ts';

/** Reads calendars in a thread that ends with each: a large one takes seconds, and half of this memory. */
export function calendarThread(script: URL): ReadCalendar {
  return (text, scope) => inBoundedThread(script, { text, scope }, { patience: 60_000, memory: 384 }, 'it takes too long to read');
}
