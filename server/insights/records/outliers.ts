import { isoOf, weekdayOf } from '../../../contract/figures/days.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import { signedPercent } from '../../../contract/figures/format.ts';
import { isClosedEverywhere } from '../import/holidays.ts';
import { lineKeys, type LineKey } from './record-changes.ts';

export type Outlier = { day: number; line: LineKey; text: string };

/** Robust standard deviations beyond which a move is an outlier. */
const FAR = 12;
/** The smallest logarithmic move that can be an outlier by its deviation. */
const LEAST = 0.01;
/** Fewest moves by which deviations are judged. */
const ENOUGH = 20;
/** Moves above these fractions are always outliers. */
const LARGE = { daily: 0.25, calendar: 0.25, monthly: 0.5 } as const;
/** Standard deviation of the normal distribution, in median absolute deviations. */
const TO_DEVIATION = 1.4826;

/**
 * Finds moves that are far outside the record's own distribution, that look like a misplaced decimal point, or that lie on days when every market is closed
 * (unless the record has values on most such days). Moves that were published with the same values are left out.
 */
export function findOutliers(record: TrackRecord, published: TrackRecord | undefined): Outlier[] {
  const known = publishedMoves(published);
  const closed = closedDays(record);
  return lineKeys.flatMap((line) => {
    const values = record[line];
    if (values === undefined) return [];
    const limit = limitOf(values, record.frequency);
    return Array.from(record.days, (day, t): Outlier | undefined => {
      const [before, now] = [values[t - 1] ?? Number.NaN, values[t]!];
      if (Number.isNaN(before) || Number.isNaN(now) || known(line, record.days[t - 1]!, day, now / before)) return undefined;
      const text = wordsOf({ before, now, limit, closed: closed.has(day) });
      return text === undefined ? undefined : { day, line, text: `${isoOf(day)}: ${text}` };
    }).filter((one) => one !== undefined);
  });
}

type Limit = { middle: number; far: number; large: number };

function wordsOf({ before, now, limit, closed }: { before: number; now: number; limit: Limit; closed: boolean }): string | undefined {
  const growth = now / before;
  const move = signedPercent((growth - 1) * 100);
  const step = `${shown(now)} after ${shown(before)}, ${move}`;
  const tens = Math.round(Math.log10(growth));
  if (tens !== 0 && Math.abs(Math.log10(growth) - tens) < 0.15) {
    const times = 10 ** Math.abs(tens);
    return `${step}: about ${tens > 0 ? `${times} times` : `a ${times}th of`} the value before, as by a decimal point in the wrong place`;
  }
  if (Math.abs(growth - 1) > limit.large) return `${step}: a very large move`;
  if (Math.abs(Math.log(growth) - limit.middle) > limit.far) return `${step}: far outside this record’s other moves`;
  return closed && growth !== 1 ? `${step}, on a day when every market is closed` : undefined;
}

/** Days with a value although every market is closed; none when the record has a value on most of such days, as some funds do. */
function closedDays({ frequency, days }: TrackRecord): ReadonlySet<number> {
  if (frequency !== 'daily') return new Set();
  const valued = days.filter(isClosedEverywhere);
  let all = 0;
  for (let day = days[0]!; day <= days.at(-1)!; day++) if (weekdayOf(day) % 6 !== 0 && isClosedEverywhere(day)) all += 1;
  return new Set(valued.length * 2 > all ? [] : valued);
}

/** Limits by median and median absolute deviation, which outliers hardly influence. */
function limitOf(values: Float64Array, frequency: TrackRecord['frequency']): Limit {
  const moves: number[] = [];
  for (let t = 1; t < values.length; t++) {
    const move = Math.log(values[t]! / values[t - 1]!);
    if (!Number.isNaN(move)) moves.push(move);
  }
  const middle = median(moves);
  const deviation = median(moves.map((move) => Math.abs(move - middle))) * TO_DEVIATION;
  const far = moves.length < ENOUGH || deviation === 0 ? Number.POSITIVE_INFINITY : Math.max(LEAST, FAR * deviation);
  return { middle, far, large: LARGE[frequency] };
}

function publishedMoves(record: TrackRecord | undefined): (line: LineKey, from: number, to: number, growth: number) => boolean {
  const places = new Map(Array.from(record?.days ?? [], (day, index) => [day, index]));
  return (line, from, to, growth) => {
    const index = places.get(to) ?? 0;
    const values = record?.[line];
    if (values === undefined || index === 0 || record!.days[index - 1] !== from) return false;
    return Math.abs(values[index]! / values[index - 1]! / growth - 1) < 1e-9;
  };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(8)));
}
