import { elementAt } from '../checked.ts';
import { dayFrom, monthOf, partsOf } from './days.ts';

/** Return of one calendar month or year. `partial`: the record covers only a part of it. */
export type CalendarReturn = { year: number; month: number; value: number; partial: boolean };

/**
 * Monthly returns: the last value of each month over the last value of the month before. They link to the cumulative return exactly.
 * @param days ascending; the first is the base, which has no return
 * @param values of the same days; NaN before the first value
 */
export function monthlyReturns(days: Int32Array, values: Float64Array): CalendarReturn[] {
  return returnsBy(days, values, monthOf, (key) => [Math.floor(key / 12), (key % 12) + 1]);
}

/** Returns of calendar years, computed like monthly ones; their month is 12. */
export function yearlyReturns(days: Int32Array, values: Float64Array): CalendarReturn[] {
  return returnsBy(
    days,
    values,
    (day) => partsOf(day)[0],
    (key) => [key, 12],
  );
}

/** Days that may be missing at the end of a period, weekends and holidays, without making it partial. */
const QUIET_DAYS = 5;

function returnsBy(
  days: Int32Array,
  values: Float64Array,
  keyOf: (day: number) => number,
  read: (key: number) => [year: number, month: number],
): CalendarReturn[] {
  const found: CalendarReturn[] = [];
  let base = 0;
  while (base < values.length && Number.isNaN(values[base])) base += 1;
  let first = true;
  for (let t = base + 1; t < days.length; t++) {
    const day = elementAt(days, t);
    const key = keyOf(day);
    if (t + 1 < days.length && keyOf(elementAt(days, t + 1)) === key) continue;
    const [year, month] = read(key);
    // If the base is the last day of the previous period, the first period is complete.
    const late = first && keyOf(elementAt(days, base)) === key;
    const early = t + 1 === days.length && dayFrom(year, month + 1, 1) - day > QUIET_DAYS;
    found.push({ year, month, value: elementAt(values, t) / elementAt(values, base) - 1, partial: late || early });
    base = t;
    first = false;
  }
  return found;
}
