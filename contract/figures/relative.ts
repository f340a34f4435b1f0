import { elementAt } from '../checked.ts';
import { deviation, isVariation, mean } from './risk.ts';

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

/**
 * The line x = α + β · b that fits best (least squares); null where the benchmark's returns do not vary.
 * (M. C. Jensen, The Performance of Mutual Funds, 1968; Bacon, chapter 4, regression; PerformanceAnalytics::CAPM.beta and CAPM.alpha;
 * empyrical.beta; quantstats.stats.greeks)
 * @param above the portfolio's returns above the risk-free rate
 * @returns alpha as the rate of a year: the period's times the number of periods
 */
export function regressionOn(benchmarkAbove: Float64Array, above: Float64Array, periods: number): { beta: number; alpha: number } | null {
  const { ofOne, ofBoth, meanOfOne, meanOfOther } = sumsOfProducts(benchmarkAbove, above);
  if (!isVariation(deviationOf(ofOne, above.length))) return null;
  const beta = ofBoth / ofOne;
  return { beta, alpha: periods * (meanOfOther - beta * meanOfOne) };
}

/** Correlation of returns (Pearson); null where one of them does not vary. (Bacon, chapter 4; PerformanceAnalytics::table.Correlation) */
export function correlation(returns: Float64Array, benchmark: Float64Array): number | null {
  const { ofOne, ofOther, ofBoth } = sumsOfProducts(returns, benchmark);
  const varies = (sum: number) => isVariation(deviationOf(sum, returns.length));
  // Rounding must not lead beyond the limits.
  return varies(ofOne) && varies(ofOther) ? Math.min(1, Math.max(-1, ofBoth / Math.sqrt(ofOne * ofOther))) : null;
}

/**
 * The portfolio's returns over the benchmark's, summed over the periods in which the benchmark rose, or fell; null where there is none.
 * (Bacon, chapter 4, up and down capture; PerformanceAnalytics::UpDownRatios, method Capture)
 */
export function capture(returns: Float64Array, benchmark: Float64Array, side: 'up' | 'down'): number | null {
  let [ours, theirs] = [0, 0];
  for (let t = 0; t < benchmark.length; t++) {
    const value = elementAt(benchmark, t);
    if (side === 'up' ? value <= 0 : value >= 0) continue;
    ours += elementAt(returns, t);
    theirs += value;
  }
  return isVariation(Math.abs(theirs)) ? ours / theirs : null;
}

/** Sums of the products of two rows' differences from their means, in two passes. */
function sumsOfProducts(one: Float64Array, other: Float64Array) {
  const [meanOfOne, meanOfOther] = [mean(one), mean(other)];
  let [ofOne, ofOther, ofBoth] = [0, 0, 0];
  for (let t = 0; t < one.length; t++) {
    const [a, b] = [elementAt(one, t) - meanOfOne, elementAt(other, t) - meanOfOther];
    ofOne += a * a;
    ofOther += b * b;
    ofBoth += a * b;
  }
  return { meanOfOne, meanOfOther, ofOne, ofOther, ofBoth };
}

function deviationOf(sum: number, count: number): number {
  return Math.sqrt(sum / (count - 1));
}
