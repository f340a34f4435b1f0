import { deviation, mean } from '../../contract/figures/risk.ts';
import { CALENDAR_YEAR } from './factors.ts';
import type { Market } from './series.ts';

export type Walk = {
  /** Index of the day before the first invested day. */
  start: number;
  /** Value on every day from `start` on, 1 at the start; net of costs. */
  values: Float64Array;
};

/** Trading days that a decision looks back on, the most recent of them that it skips, and the number of securities it selects. */
export const LOOKBACK = 250;
const SKIPPED = 20;
const HELD = 20;
/** Cost of a trade as a fraction of the traded value: ten basis points. */
const COST = 0.001;

/** Calculates the weights of the securities from their returns up to and including day `t`, none later. */
export type TradingRule = (market: Market, t: number) => Float64Array;

/**
 * Walk-forward test: at the end of every month the rule decides from past returns only, and the portfolio drifts until the next month's end. Every
 * change costs, and a yearly fee is taken daily. So no decision can use later information.
 */
export function walkForward(market: Market, rule: TradingRule, firstDay: string, { annualFee = 0 } = {}): Walk {
  const { days, series } = market;
  const start = days.findIndex((day) => day >= firstDay) - 1;
  const afterFee = 1 - annualFee / CALENDAR_YEAR;
  const values = new Float64Array(days.length - start);
  values[0] = 1;
  let weights: Float64Array = new Float64Array(series.length);
  let cost = 0;

  for (let t = start; t < days.length - 1; t++) {
    if (t === start || days[t].slice(0, 7) !== days[t + 1].slice(0, 7)) {
      const wanted = rule(market, t);
      cost = COST * wanted.reduce((sum, weight, i) => sum + Math.abs(weight - weights[i]), 0);
      weights = wanted;
    }
    let gain = 0;
    series.forEach(({ returns }, i) => (gain += weights[i] * returns[t + 1]));
    weights = weights.map((weight, i) => (weight * (1 + series[i].returns[t + 1])) / (1 + gain));
    values[t + 1 - start] = values[t - start] * (1 + gain) * (1 - cost) * afterFee;
    cost = 0;
  }
  return { start, values };
}

export function equalWeights(market: Market): Float64Array {
  return new Float64Array(market.series.length).fill(1 / market.series.length);
}

/**
 * Trend relative to risk: the twenty securities with the highest ratio of mean return to standard deviation in the past year without the last month,
 * equally weighted.
 */
export function trendForRisk({ series }: Market, t: number): Float64Array {
  const scores = series.map(({ returns }) => trendScore(returns, t));
  const bar = [...scores].sort((a, b) => b - a)[HELD - 1];
  return Float64Array.from(scores, (score) => (score >= bar ? 1 / HELD : 0));
}

/** Mean daily return divided by its standard deviation, over the past year without the last month. */
export function trendScore(returns: Float64Array, t: number): number {
  const past = returns.subarray(t + 1 - LOOKBACK, t + 1 - SKIPPED);
  return mean(past) / deviation(past);
}
