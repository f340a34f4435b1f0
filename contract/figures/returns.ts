import { elementAt } from '../checked.ts';

/**
 * Returns as fractions (0.01 is one percent), time-weighted and geometrically linked.
 * Sources of this folder: C. R. Bacon, Practical Portfolio Performance Measurement and Attribution (2nd edition, 2008); the Global Investment
 * Performance Standards (GIPS) 2020. Conventions are those of the public libraries quantstats, empyrical and R's PerformanceAnalytics; the tests
 * compare with their figures for the same record.
 */

/** Simple returns between neighbouring values: r(t) = V(t) / V(t−1) − 1. One fewer than the values. (Bacon, chapter 2, simple return) */
export function returnsOf(values: Float64Array): Float64Array {
  const returns = new Float64Array(Math.max(0, values.length - 1));
  for (let t = 0; t < returns.length; t++) returns[t] = elementAt(values, t + 1) / elementAt(values, t) - 1;
  return returns;
}

/** Growth of `base` by the returns: V(0) = base, V(t) = V(t−1) · (1 + r(t)). One value more than returns. */
export function valuesOf(returns: ArrayLike<number>, base = 1): Float64Array {
  const values = new Float64Array(returns.length + 1);
  values[0] = base;
  for (let t = 0; t < returns.length; t++) values[t + 1] = elementAt(values, t) * (1 + elementAt(returns, t));
  return values;
}

/**
 * Cumulative return: R = V(last) / V(first) − 1, which is Π(1 + r) − 1; net of whatever the values are net of. (Bacon, chapter 2, chain
 * linking; GIPS 2020, section 2, geometric linking of periodic returns; quantstats.stats.comp, empyrical.cum_returns_final,
 * PerformanceAnalytics::Return.cumulative)
 */
export function cumulativeReturn(values: Float64Array): number {
  return elementAt(values, values.length - 1) / elementAt(values, 0) - 1;
}

/**
 * Annualized return: (1 + R)^(1 / years) − 1. Under one year the cumulative return itself: performance of less than a year must not be
 * annualized. (Bacon, chapter 2, annualized returns; GIPS 2020, section 4; PerformanceAnalytics::Return.annualized, which counts years by
 * the number of periods: the same for whole months; days are counted by the calendar, see `yearsBetween`, because markets open on 250 to
 * 261 of them a year)
 */
export function annualizedReturn(cumulative: number, years: number): number {
  return years < 1 ? cumulative : (1 + cumulative) ** (1 / years) - 1;
}

/**
 * Converts an annual rate to the rate of one period, geometrically: (1 + r)^(1 / periods) − 1.
 * @param periods number of periods in a year
 */
export function ratePerPeriod(annual: number, periods: number): number {
  return (1 + annual) ** (1 / periods) - 1;
}
