import type { Analytics } from '../../../contract/portfolio.ts';

type Chart = Analytics['chart'];

/** Days that are kept at most: a report's chart is 431 points wide. */
const MOST = 1000;

/** A chart of fewer days for a picture: of each few days those on which the portfolio was lowest and highest, the first day and the last. */
export function thinChart<Some extends Omit<Chart, 'drawdown'> & { drawdown?: number[] }>(chart: Some): Some {
  const { days, pf, bm, bm2, drawdown } = chart;
  if (days.length <= MOST) return chart;
  const kept = new Set([0, days.length - 1]);
  const size = Math.ceil((2 * days.length) / (MOST - 2));
  for (let from = 0; from < days.length; from += size) {
    const some = pf.slice(from, from + size);
    kept.add(from + some.indexOf(Math.min(...some))).add(from + some.indexOf(Math.max(...some)));
  }
  const of = <T>(values: readonly T[]): T[] => values.filter((_, index) => kept.has(index));
  return { ...chart, days: of(days), pf: of(pf), bm: bm && of(bm), bm2: bm2 && of(bm2), ...(drawdown && { drawdown: of(drawdown) }) };
}
