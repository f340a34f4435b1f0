import { dayOf } from '../../contract/figures/days.ts';

export const FIRST_DAY = '2016-12-30';
export const LAST_DAY = '2024-12-31';

/** Trading days of the sample market: weekdays without New Year's Day, Christmas and Boxing Day. ISO dates, ascending. */
export function tradingDays(first = FIRST_DAY, last = LAST_DAY): string[] {
  const days: string[] = [];
  const end = Date.parse(last);
  for (let time = Date.parse(first); time <= end; time += DAY) {
    const date = new Date(time);
    const iso = date.toISOString().slice(0, 10);
    const weekday = date.getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !HOLIDAY.test(iso)) days.push(iso);
  }
  return days;
}

/** @returns the number of a day (contract/figures/days.ts) that is known to be one */
export function dayNumber(iso: string): number {
  return dayOf(iso) ?? Number.NaN;
}

const DAY = 86_400_000;
const HOLIDAY = /-(01-01|12-25|12-26)$/;
