import { elementAt } from '../checked.ts';
import { ratePerPeriod } from './returns.ts';

/** Annual risk-free rates as fractions, each from its day (see days.ts) on, ascending; the first holds before its day as well. A number: one rate. */
export type AnnualRates = number | readonly { from: number; rate: number }[];

/**
 * Returns less the risk-free rate of each period: x(t) = r(t) − f(t), where f is the annual rate that holds on the last day of the period, as a rate of
 * the period.
 * @param days of the values that the returns are between: one more than returns
 */
export function aboveRiskFree(
  returns: Float64Array,
  days: Int32Array,
  { rates, periods }: { rates: AnnualRates; periods: number },
): Float64Array {
  const above = new Float64Array(returns.length);
  const steps = typeof rates === 'number' ? [{ from: 0, rate: rates }] : rates;
  let step = 0;
  let rate = ratePerPeriod(elementAt(steps, 0).rate, periods);
  for (let t = 0; t < returns.length; t++) {
    for (let next = steps[step + 1]; next !== undefined && next.from <= elementAt(days, t + 1); next = steps[step + 1]) {
      step += 1;
      rate = ratePerPeriod(next.rate, periods);
    }
    above[t] = elementAt(returns, t) - rate;
  }
  return above;
}
