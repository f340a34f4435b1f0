import { dayFrom, monthOf, partsOf } from './days.ts';

/** Return of one month or year of the calendar. `partial` where the record covers a part of it only. */
export type CalendarReturn = { year: number; month: number; value: number; partial: boolean };

/**
 * Returns of the months: the last value of each over the last one before it. The months link to the cumulative return exactly.
 * @param days ascending; the first is the base, whose value no return belongs to
 * @param values of the same days; leading NaN where there is none yet
 */
export function monthlyReturns(days: Int32Array, values: Float64Array): CalendarReturn[] {
  return returnsBy(days, values, monthOf, (key) => [Math.floor(key / 12), (key % 12) + 1]);
}

/** Returns of the calendar years, in the same way; their month is 12. */
export function yearlyReturns(days: Int32Array, values: Float64Array): CalendarReturn[] {
  return returnsBy(
    days,
    values,
    (day) => partsOf(day)[0],
    (key) => [key, 12],
  );
}

/** Days at the end of a period that may be missing without the period being partial: weekends and holidays. */
const QUIET_DAYS = 5;

function returnsBy(
  days: Int32Array,
  values: Float64Array,
  keyOf: (day: number) => number,
  read: (key: number) => [year: number, month: number],
): CalendarReturn[] {
  const found: CalendarReturn[] = [];
  let base = 0;
  while (base < values.length && Number.isNaN(values[base]!)) base += 1;
  let first = true;
  for (let t = base + 1; t < days.length; t++) {
    const key = keyOf(days[t]!);
    if (t + 1 < days.length && keyOf(days[t + 1]!) === key) continue;
    const [year, month] = read(key);
    // A base on the last day of the period before makes the first period whole.
    const late = first && keyOf(days[base]!) === key;
    const early = t + 1 === days.length && dayFrom(year, month + 1, 1) - days[t]! > QUIET_DAYS;
    found.push({ year, month, value: values[t]! / values[base]! - 1, partial: late || early });
    base = t;
    first = false;
  }
  return found;
}
