import { elementAt } from '../checked.ts';

export function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/**
 * Sample standard deviation: √(Σ(r − r̄)² / (n − 1)), in two passes. NaN for fewer than two values.
 * (PerformanceAnalytics StdDev, empyrical and quantstats with ddof = 1)
 */
export function deviation(values: Float64Array): number {
  if (values.length < 2) return Number.NaN;
  const centre = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - centre) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

/**
 * Annualized volatility: the sample deviation of the period's returns times √periods. null for fewer than two returns.
 * (Bacon, chapter 4, annualized risk; quantstats.stats.volatility, empyrical.annual_volatility, PerformanceAnalytics::StdDev.annualized)
 */
export function volatility(returns: Float64Array, periods: number): number | null {
  const one = deviation(returns);
  return Number.isNaN(one) ? null : one * Math.sqrt(periods);
}

/**
 * Annualized Sharpe ratio: mean over deviation of the returns above the risk-free rate, · √periods. null if they do not vary: equal returns have no
 * Sharpe ratio, and a deviation that is only a rounding error must not give one.
 * (W. F. Sharpe, The Sharpe Ratio, 1994; Bacon, chapter 4, Sharpe ratio; quantstats.stats.sharpe, empyrical.sharpe_ratio)
 * @param above returns above the risk-free rate, see `aboveRiskFree`
 */
export function sharpeRatio(above: Float64Array, periods: number): number | null {
  const one = deviation(above);
  return isVariation(one) ? (mean(above) / one) * Math.sqrt(periods) : null;
}

/**
 * Annualized Sortino ratio: mean of the returns above the risk-free rate over their downside deviation, √(Σ min(x, 0)² / n), · √periods. null where
 * none is below the risk-free rate, and where there are fewer than two.
 * (F. A. Sortino and L. N. Price, 1994; Bacon, chapter 4, Sortino ratio; quantstats.stats.sortino, empyrical.sortino_ratio)
 * @param above returns above the risk-free rate, see `aboveRiskFree`
 */
export function sortinoRatio(above: Float64Array, periods: number): number | null {
  if (above.length < 2) return null;
  let squares = 0;
  for (const value of above) squares += Math.min(value, 0) ** 2;
  const downside = Math.sqrt(squares / above.length);
  return isVariation(downside) ? (mean(above) / downside) * Math.sqrt(periods) : null;
}

/** Whether a deviation is more than a rounding error: real returns vary by a millionth of a percent at least. */
export function isVariation(one: number): boolean {
  return one > 1e-8;
}

/**
 * Drawdown of each value from the highest value so far: V(t) / max V(0…t) − 1, at most 0. The base counts as a peak, so that a loss in the first
 * period counts. (Bacon, chapter 4, drawdown; quantstats.stats.to_drawdown_series, PerformanceAnalytics::Drawdowns)
 */
export function drawdowns(values: ArrayLike<number>): Float64Array {
  const falls = new Float64Array(values.length);
  let peak = Number.NEGATIVE_INFINITY;
  for (let t = 0; t < values.length; t++) {
    const value = elementAt(values, t);
    peak = Math.max(peak, value);
    falls[t] = value / peak - 1;
  }
  return falls;
}

/**
 * Maximum drawdown: the deepest one, as a return; −0.04 is a fall of 4 % from a peak, 0 means no fall. (Bacon, chapter 4; empyrical.max_drawdown;
 * PerformanceAnalytics::maxDrawdown returns it without the sign)
 */
export function maxDrawdown(values: Float64Array): number {
  let deepest = 0;
  for (const fall of drawdowns(values)) deepest = Math.min(deepest, fall);
  return deepest;
}
