import { evaluate, nameOf, type Quantities } from '../../../contract/figures/formula.ts';
import { metrics, type Metric, type MetricKey } from '../../../contract/figures/metrics.ts';
import { firstValue, yearsOf, type TrackRecord } from '../../../contract/figures/record.ts';
import { excessReturns } from '../../../contract/figures/relative.ts';
import { annualizedReturn, cumulativeReturn, returnsOf } from '../../../contract/figures/returns.ts';
import { aboveRiskFree, type AnnualRates } from '../../../contract/figures/risk-free.ts';
import { isVariation } from '../../../contract/figures/risk.ts';
import { PERIODS_A_YEAR, type PortfolioDetail } from '../../../contract/portfolio.ts';

/** Figures for which the API has fields of their own; those of all other metrics are computed here. */
const NAMED: Readonly<Record<string, true>> = {
  total: true,
  net: true,
  sharpe: true,
  excess: true,
  volatility: true,
  drawdown: true,
  trackingError: true,
  informationRatio: true,
  sortino: true,
  beta: true,
  alpha: true,
  correlation: true,
  upCapture: true,
  downCapture: true,
} satisfies Partial<Record<MetricKey, true>>;

/**
 * The further figures of a record, each computed from the formula that is printed beside it.
 * @param all whether to compute all of them, or only those on cards
 */
export function furtherFigures(record: TrackRecord, riskFree: AnnualRates, all: boolean): Pick<PortfolioDetail, 'more'> {
  const rows = metrics.filter(({ key, onCard }) => NAMED[key] === undefined && (all || onCard));
  if (rows.length === 0) return {};
  const [own, first, second] = [record.portfolio, record.benchmark, record.benchmark2].map((line) => sameDays(record, line, riskFree));
  const [beside, beside2] = [record.benchmark, record.benchmark2].map((line) => commonDays(record, line, riskFree));
  const more = rows.map((row) => [
    row.key,
    row.relative
      ? { pf: null, bm: figureOf(row, beside), bm2: figureOf(row, beside2) }
      : { pf: figureOf(row, own), bm: figureOf(row, first), bm2: figureOf(row, second) },
  ]);
  return { more: Object.fromEntries(more) };
}

/** A percentage, or a ratio as a number; null when it is not defined. */
function figureOf({ formula, format }: Metric, quantities: Quantities | undefined): number | null {
  const value = quantities === undefined ? Number.NaN : evaluate(formula.right, quantities);
  if (!Number.isFinite(value)) return null;
  return format === 'ratio' ? value : value * 100;
}

/** Quantities of a line that covers the whole record. A benchmark that begins later has no figures of its own, here as elsewhere. */
function sameDays(record: TrackRecord, line: Float64Array | undefined, riskFree: AnnualRates): Quantities | undefined {
  return line === undefined || firstValue(line) > 0 ? undefined : quantitiesOf({ ...record, portfolio: line }, undefined, riskFree);
}

function commonDays(record: TrackRecord, line: Float64Array | undefined, riskFree: AnnualRates): Quantities | undefined {
  const first = line === undefined ? 0 : firstValue(line);
  if (line === undefined || first >= line.length) return undefined;
  const { frequency, days, portfolio } = record;
  const common = { frequency, days: days.subarray(first), portfolio: portfolio.subarray(first) };
  return quantitiesOf(common, line.subarray(first), riskFree);
}

/** The values of the letters in formulas, including those that the metrics' formulas define. Undefined for a record of less than a year. */
function quantitiesOf(
  record: Pick<TrackRecord, 'frequency' | 'days' | 'portfolio'>,
  benchmark: Float64Array | undefined,
  rates: AnnualRates,
): Quantities | undefined {
  const years = yearsOf(record);
  if (years < 1) return undefined;
  const { portfolio: values } = record;
  const returns = once(() => returnsOf(values));
  const beside = once(() => excessReturns(returns(), returnsOf(benchmark!)));
  const periods = PERIODS_A_YEAR[record.frequency];
  const above = once(() => aboveRiskFree(returns(), record.days, { rates, periods }));
  const letters: Record<string, () => number | readonly number[]> = {
    V_0: () => values[0]!,
    V_n: () => values.at(-1)!,
    V_t: () => [...values],
    P_t: () => peaksOf(values),
    r_t: () => [...returns()],
    m: () => mean(returns()),
    n: () => returns().length,
    k: () => periods,
    y: () => years,
    x_t: () => [...above()],
    m_x: () => mean(above()),
    u_t: () => Array.from(above(), (value) => Math.min(value, 0)),
    ...(benchmark !== undefined && {
      d_t: () => [...beside()],
      m_d: () => mean(beside()),
      A_B: () => annualizedReturn(cumulativeReturn(benchmark), years),
    }),
  };
  for (const { formula, format } of metrics) {
    letters[nameOf(formula.left)] = () => {
      const value = evaluate(formula.right, quantities);
      // The variation of equal returns counts as 0: what rounding leaves of it must not be divided by.
      return format === 'size' && !isVariation(Math.abs(value)) ? 0 : value;
    };
  }
  // A letter is computed once, when a formula first needs it.
  const quantities: Quantities = Object.defineProperties(
    {},
    Object.fromEntries(Object.entries(letters).map(([letter, compute]) => [letter, { get: once(compute) }])),
  );
  return quantities;
}

function peaksOf(values: Float64Array): number[] {
  let peak = 0;
  return Array.from(values, (value) => (peak = Math.max(peak, value)));
}

function once<T>(compute: () => T): () => T {
  let known: { value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
