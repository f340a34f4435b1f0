import { elementAt } from '../checked.ts';
import { PERIODS_A_YEAR } from '../portfolio.ts';
import { firstValue, yearsOf, type TrackRecord } from './record.ts';
import { capture, correlation, excessReturns, informationRatio, regressionOn, trackingError } from './relative.ts';
import { annualizedReturn, cumulativeReturn, returnsOf } from './returns.ts';
import { aboveRiskFree, type AnnualRates } from './risk-free.ts';
import { maxDrawdown, sharpeRatio, sortinoRatio, volatility } from './risk.ts';

/** Figures of one line of values, as fractions. Under one year nothing is annualized: `net` is the cumulative return, the others are null. */
export type LineFigures = {
  total: number;
  net: number;
  volatility: number | null;
  sharpe: number | null;
  sortino: number | null;
  maxDrawdown: number;
};

export type RelativeFigures = {
  from: number;
  portfolio: number;
  benchmark: number;
  excess: number;
  trackingError: number | null;
  informationRatio: number | null;
  beta: number | null;
  alpha: number | null;
  correlation: number | null;
  upCapture: number | null;
  downCapture: number | null;
};

export type Summary = {
  start: number;
  asOf: number;
  years: number;
  portfolio: LineFigures;
  /** null: no benchmark, or it does not cover the whole record, so that its figures would be for another period. */
  benchmark: LineFigures | null;
  benchmark2: LineFigures | null;
  relative: RelativeFigures | null;
  relative2: RelativeFigures | null;
};

/**
 * All figures of a record. For figures as of an earlier day, pass the result of `recordUntil`.
 */
export function summarize(record: TrackRecord, riskFree: AnnualRates): Summary {
  const { days } = record;
  const rates = { rates: riskFree, periods: PERIODS_A_YEAR[record.frequency] };
  const [own, first, second] = [record.portfolio, record.benchmark, record.benchmark2].map((values): Line | undefined => {
    if (values === undefined) return undefined;
    const returns = returnsOf(values);
    return { values, returns, above: aboveRiskFree(returns, days, rates) };
  }) as [Line, Line | undefined, Line | undefined];
  const ofWhole = (line: Line | undefined) => (line !== undefined && firstValue(line.values) === 0 ? lineFigures(record, line) : null);
  return {
    start: elementAt(days, 0),
    asOf: elementAt(days, days.length - 1),
    years: yearsOf(record),
    portfolio: lineFigures(record, own),
    benchmark: ofWhole(first),
    benchmark2: ofWhole(second),
    relative: first === undefined ? null : relativeFigures(record, own, first),
    relative2: second === undefined ? null : relativeFigures(record, own, second),
  };
}

/** A line's values, its returns, and those above the risk-free rate: one fewer than values. */
type Line = { values: Float64Array; returns: Float64Array; above: Float64Array };

function lineFigures(record: TrackRecord, { values, returns, above }: Line): LineFigures {
  const years = yearsOf(record);
  const periods = PERIODS_A_YEAR[record.frequency];
  const total = cumulativeReturn(values);
  return {
    total,
    net: annualizedReturn(total, years),
    volatility: years < 1 ? null : volatility(returns, periods),
    sharpe: years < 1 ? null : sharpeRatio(above, periods),
    sortino: years < 1 ? null : sortinoRatio(above, periods),
    maxDrawdown: maxDrawdown(values),
  };
}

const nothingAYear = {
  trackingError: null,
  informationRatio: null,
  beta: null,
  alpha: null,
  correlation: null,
  upCapture: null,
  downCapture: null,
};

/** A benchmark that starts later is compared from its first day on, with the portfolio on the same days. */
function relativeFigures(record: TrackRecord, portfolio: Line, benchmark: Line): RelativeFigures | null {
  const first = firstValue(benchmark.values);
  if (first >= benchmark.values.length) return null;
  const days = record.days.subarray(first);
  const [ours, theirs] = [portfolio, benchmark].map(({ values, returns, above }) => ({
    values: values.subarray(first),
    returns: returns.subarray(first),
    above: above.subarray(first),
  })) as [Line, Line];
  const years = yearsOf({ frequency: record.frequency, days });
  const periods = PERIODS_A_YEAR[record.frequency];
  const [returned, benchmarkReturned] = [
    annualizedReturn(cumulativeReturn(ours.values), years),
    annualizedReturn(cumulativeReturn(theirs.values), years),
  ];
  const excess = returned - benchmarkReturned;
  const compared = { from: elementAt(days, 0), portfolio: returned, benchmark: benchmarkReturned, excess };
  if (years < 1) return { ...compared, ...nothingAYear };
  const byPeriod = excessReturns(ours.returns, theirs.returns);
  const fitted = regressionOn(theirs.above, ours.above, periods);
  return {
    ...compared,
    trackingError: trackingError(byPeriod, periods),
    informationRatio: informationRatio(excess, byPeriod, periods),
    beta: fitted?.beta ?? null,
    alpha: fitted?.alpha ?? null,
    correlation: correlation(ours.returns, theirs.returns),
    upCapture: capture(ours.returns, theirs.returns, 'up'),
    downCapture: capture(ours.returns, theirs.returns, 'down'),
  };
}
