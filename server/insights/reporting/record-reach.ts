import { monthOf } from '../../../contract/figures/days.ts';
import { isBusinessDay } from '../import/holidays.ts';
import type { Version } from '../records/records.ts';

type End = Pick<Version, 'lastDay' | 'frequency'>;

/** Whether values are missing between a record's last day and another day. Weekends, holidays and a month that goes on need none. */
export function lagsAt({ lastDay, frequency }: End, day: number): boolean {
  if (frequency === 'monthly') return monthOf(lastDay) < monthOf(day + 1) - 1;
  if (frequency === 'calendar') return lastDay < day;
  for (let between = lastDay + 1; between <= day; between += 1) if (isBusinessDay(between)) return true;
  return false;
}

/** Whether a record had begun by a day, and goes up to it. */
export function reaches(span: End & Pick<Version, 'firstDay'>, day: number): boolean {
  return span.firstDay <= day && !lagsAt(span, day);
}
