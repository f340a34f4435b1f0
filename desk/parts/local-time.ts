import * as v from 'valibot';
import { calendarTime } from '../../contract/campaign-page.ts';

/** A time in the format of a datetime-local field; empty for null. */
export function asLocal(at: number | null): string {
  if (at === null) return '';
  const zone = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - zone).toISOString().slice(0, 16);
}

export function fromLocal(text: string): number | null {
  return text === '' ? null : new Date(text).getTime();
}

/** What a field says that has part of a date and time, or a year of fewer than four digits. */
export const TIME_UNFINISHED = 'Enter the whole date and time, or nothing';

/** Whether what a datetime-local field holds is all of a time, or nothing. */
export function isWholeTime(text: string): boolean {
  return text === '' || v.is(calendarTime, fromLocal(text));
}
