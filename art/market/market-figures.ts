import { dayFrom, isoOf, partsOf } from '../../contract/figures/days.ts';
import { drawdowns, volatility } from '../../contract/figures/risk.ts';
import { cumulativeReturn, returnsOf } from '../../contract/figures/returns.ts';
import { summarize } from '../../contract/figures/summary.ts';
import { PERIODS_A_YEAR } from '../../contract/portfolio.ts';
import { dayNumber } from './calendar.ts';

/** Figures for a series of daily values of more than a year, in percent except the ratio. */
export type MarketFigures = { total: number; net: number; volatility: number; sharpe: number; maxDrawdown: number };

export function figuresOf(days: readonly string[], values: Float64Array): MarketFigures {
  const record = { frequency: 'daily', days: Int32Array.from(days, dayNumber), portfolio: values } as const;
  const { portfolio } = summarize({ ...record, benchmark: undefined, benchmark2: undefined }, 0);
  if (portfolio.volatility === null || portfolio.sharpe === null) throw new Error('under a year nothing is annualized');
  return {
    total: portfolio.total * 100,
    net: portfolio.net * 100,
    volatility: portfolio.volatility * 100,
    sharpe: portfolio.sharpe,
    maxDrawdown: portfolio.maxDrawdown * 100,
  };
}

/** Annualized volatility of daily returns, percent. */
export function dailyVolatility(returns: Float64Array): number {
  return (volatility(returns, PERIODS_A_YEAR.daily) ?? Number.NaN) * 100;
}

/** Annualized volatility over a rolling window, percent; NaN until the window is full. */
export function rollingVolatility(values: Float64Array, window: number): number[] {
  const returns = returnsOf(values);
  return Array.from(values, (_, t) => (t < window ? Number.NaN : dailyVolatility(returns.subarray(t - window, t))));
}

/** Return from the value at index `from` to the last, percent. */
export function returnSince(values: Float64Array, from: number): number {
  return cumulativeReturn(values.subarray(from)) * 100;
}

/** How far each value is below the highest so far, percent. */
export function fallsOf(values: Float64Array): number[] {
  return Array.from(drawdowns(values), (fall) => fall * 100);
}

/** Index of the last day that is at least `months` calendar months before the last day. */
export function monthsAgo(days: readonly string[], months: number): number {
  const [year, month, date] = partsOf(dayNumber(days[days.length - 1]));
  // The day of the month is limited to the length of the earlier month.
  const then = Math.min(dayFrom(year, month - months, date), dayFrom(year, month - months + 1, 0));
  return days.findLastIndex((day) => day <= isoOf(then));
}
