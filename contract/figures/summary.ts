import { elementAt } from '../checked.ts';
import { PERIODS_A_YEAR } from '../portfolio.ts';
import { firstValue, yearsOf, type TrackRecord } from './record.ts';
import { excessReturns, informationRatio, trackingError } from './relative.ts';
import { annualizedReturn, cumulativeReturn, returnsOf } from './returns.ts';
import { maxDrawdown, sharpeRatio, volatility } from './risk.ts';

/** Figures of one line of values, as fractions. Under one year nothing is annualized: `net` is the cumulative return, the others are null. */
export type LineFigures = {
  total: number;
  net: number;
  volatility: number | null;
  sharpe: number | null;
  maxDrawdown: number;
};

export type RelativeFigures = {
  from: number;
  portfolio: number;
  benchmark: number;
  excess: number;
  trackingError: number | null;
  informationRatio: number | null;
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
 * @param riskFree annual risk-free rate as a fraction
 */
export function summarize(record: TrackRecord, riskFree: number): Summary {
  const { days, portfolio, benchmark, benchmark2 } = record;
  return {
    start: elementAt(days, 0),
    asOf: elementAt(days, days.length - 1),
    years: yearsOf(record),
    portfolio: lineFigures(record, portfolio, riskFree),
    benchmark: benchmark !== undefined && firstValue(benchmark) === 0 ? lineFigures(record, benchmark, riskFree) : null,
    benchmark2: benchmark2 !== undefined && firstValue(benchmark2) === 0 ? lineFigures(record, benchmark2, riskFree) : null,
    relative: benchmark === undefined ? null : relativeFigures(record, benchmark),
    relative2: benchmark2 === undefined ? null : relativeFigures(record, benchmark2),
  };
}

function lineFigures(record: TrackRecord, values: Float64Array, riskFree: number): LineFigures {
  const years = yearsOf(record);
  const periods = PERIODS_A_YEAR[record.frequency];
  const returns = returnsOf(values);
  const total = cumulativeReturn(values);
  return {
    total,
    net: annualizedReturn(total, years),
    volatility: years < 1 ? null : volatility(returns, periods),
    sharpe: years < 1 ? null : sharpeRatio(returns, periods, riskFree),
    maxDrawdown: maxDrawdown(values),
  };
}

/** A benchmark that starts later is compared from its first day on, with the portfolio on the same days. */
function relativeFigures(record: TrackRecord, benchmark: Float64Array): RelativeFigures | null {
  const first = firstValue(benchmark);
  if (first >= benchmark.length) return null;
  const days = record.days.subarray(first);
  const ours = record.portfolio.subarray(first);
  const theirs = benchmark.subarray(first);
  const years = yearsOf({ frequency: record.frequency, days });
  const periods = PERIODS_A_YEAR[record.frequency];
  const returned = annualizedReturn(cumulativeReturn(ours), years);
  const benchmarkReturned = annualizedReturn(cumulativeReturn(theirs), years);
  const excess = returned - benchmarkReturned;
  const byPeriod = excessReturns(returnsOf(ours), returnsOf(theirs));
  return {
    from: elementAt(days, 0),
    portfolio: returned,
    benchmark: benchmarkReturned,
    excess,
    trackingError: years < 1 ? null : trackingError(byPeriod, periods),
    informationRatio: years < 1 ? null : informationRatio(excess, byPeriod, periods),
  };
}
