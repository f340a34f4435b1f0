import { sql } from 'kysely';
import type { LeadDimension } from '../../store/tables/work-tables.ts';
import type { Tx } from '../../store/store.ts';
import { timeOfStep } from '../index/lead-counts.ts';
import type { Period } from './overview-period.ts';

/** `count`: leads that were answered. `median` and `p90`: milliseconds within which half and 90 % of them were answered; null without any. */
export type AnswerTime = { count: number; median: number | null; p90: number | null };

/** @param steps each step of answer times (timeOfStep) with the number of leads answered within it */
export function answerTimeOf(steps: readonly (readonly [step: number, count: number])[]): AnswerTime {
  const sorted = steps.filter(([, n]) => n > 0).toSorted(([a], [b]) => a - b);
  const count = sorted.reduce((sum, [, n]) => sum + n, 0);
  const at = (part: number): number | null => {
    let left = part * count;
    const found = sorted.find(([, n]) => (left -= n) <= 0);
    return found === undefined ? null : timeOfStep(found[0]);
  };
  return { count, median: at(0.5), p90: at(0.9) };
}

/** Sums the counts of a period by the values of a dimension. */
export function sumDays(db: Tx, dimension: LeadDimension, { from, to }: Period) {
  const sum = <Name extends string>(name: Name) => sql<number>`sum(${sql.ref(name)})`.as(name);
  return db
    .selectFrom('lead_days')
    .select(['value', sum('received'), sum('answered'), sum('met'), sum('won')])
    .where('dimension', '=', dimension)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('value');
}
