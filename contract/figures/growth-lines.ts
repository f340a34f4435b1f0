import { present } from '../checked.ts';
import { simulationMark } from './disclosure-words.ts';
import type { Analytics, PortfolioDetail } from '../portfolio.ts';

/** The lines of a chart: a simulated part, where there is one, and the actual part after it, which meet at 100 on the day of the change. */
export type GrowthLines = {
  days: readonly string[];
  pf: readonly number[];
  bm: readonly (number | null)[] | null;
  bm2: readonly (number | null)[] | null;
  /** null on days of the simulated part. */
  drawdown: readonly (number | null)[];
  /** Index of the day from which the portfolio's values are actual; past the end where none is. */
  actualFrom: number;
  /** The mark of the values before `actualFrom`, such as `Back-tested`; undefined: none. */
  mark: string | undefined;
};

/** The portfolio's line in two: simulated up to the day of the change, and actual from it. */
export function simulatedAndActual({ pf, actualFrom }: GrowthLines): [simulated: (number | null)[], actual: (number | null)[]] {
  const keep = (kept: (index: number) => boolean) => pf.map((value, index) => (kept(index) ? value : null));
  return [actualFrom === 0 ? [] : keep((index) => index <= actualFrom), keep((index) => index >= actualFrom)];
}

export function growthLines(detail: PortfolioDetail, { chart, simulated }: Analytics): GrowthLines {
  const whole = simulationMark(detail);
  if (simulated === undefined) return { ...chart, actualFrom: whole === undefined ? 0 : chart.days.length, mark: whole };
  const before = simulated.chart;
  const joined = <Value>(first: readonly Value[], then: readonly Value[]) => [...first, ...then.slice(1)];
  const beside = (line: 'bm' | 'bm2') => {
    const none = (length: number) => Array.from({ length }, () => null);
    const [first, then] = [before[line], chart[line]];
    return first === null && then === null ? null : joined(first ?? none(before.days.length), then ?? none(chart.days.length));
  };
  return {
    days: joined(before.days, chart.days),
    pf: joined(before.pf, chart.pf),
    bm: beside('bm'),
    bm2: beside('bm2'),
    drawdown: [...before.days.slice(1).map(() => null), ...chart.drawdown],
    actualFrom: before.days.length - 1,
    mark: simulationMark(present(detail.simulated)),
  };
}
