import { elementAt } from '../checked.ts';
import { deviation, isVariation } from './risk.ts';

/** Excess return of each period: r(t) − b(t), arithmetic. */
export function excessReturns(returns: Float64Array, benchmark: Float64Array): Float64Array {
  return returns.map((value, t) => value - elementAt(benchmark, t));
}

/**
 * Tracking error: the annualized sample deviation of the excess returns; null for fewer than two.
 * (Bacon, chapter 4, tracking error of arithmetic excess returns; PerformanceAnalytics::TrackingError)
 */
export function trackingError(excess: Float64Array, periods: number): number | null {
  const one = deviation(excess);
  return Number.isNaN(one) ? null : one * Math.sqrt(periods);
}

/**
 * Information ratio: annualized excess return over tracking error; null if the excess does not vary.
 * (Bacon, chapter 4; PerformanceAnalytics::InformationRatio)
 * @param excess the annualized return less the benchmark's
 */
export function informationRatio(excess: number, excessOfPeriods: Float64Array, periods: number): number | null {
  const one = deviation(excessOfPeriods);
  return isVariation(one) ? excess / (one * Math.sqrt(periods)) : null;
}
