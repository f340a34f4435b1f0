import { drawdowns } from '../../contract/figures/risk.ts';
import { valuesOf } from '../../contract/figures/returns.ts';
import { randomFor } from '../market/random-streams.ts';

/** Monthly values of a purely random record: normal returns with a given Sharpe ratio and annual volatility, 1 at the start. */
export function chanceRecord(seed: string, years: number, { sharpe = 0, volatility = 0.12 } = {}): Float64Array {
  const random = randomFor(seed);
  const mean = (sharpe * volatility) / 12;
  const step = volatility / Math.sqrt(12);
  return valuesOf(Array.from({ length: years * 12 }, () => mean + step * random.normal()));
}

/** The deepest fall after each year over many random records, in percent: the median, and the one that only a tenth exceeded. */
export function deepestFalls(years: number, sharpe: number, count = 1500): { middle: number[]; worst: number[] } {
  const falls = Array.from({ length: count }, (_, index) => {
    let deepest = 0;
    const path = drawdowns(chanceRecord(`fall ${index}`, years, { sharpe })).map((fall) => (deepest = Math.min(deepest, fall)));
    return Array.from({ length: years + 1 }, (_unused, year) => path[year * 12] * 100);
  });
  const at = (year: number, part: number) => falls.map((one) => one[year]).sort((a, b) => a - b)[Math.floor(count * part)];
  const all = Array.from({ length: years + 1 }, (_, year) => year);
  return { middle: all.map((year) => at(year, 0.5)), worst: all.map((year) => at(year, 0.1)) };
}

/** Probability that a standard normal variable is at most x. (Abramowitz and Stegun, 26.2.17) */
export function normalBelow(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const beyond = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return x > 0 ? 1 - beyond : beyond;
}

export function expectedBest(count: number): number {
  const step = 0.01;
  let sum = 0;
  for (let x = -6; x <= 7; x += step) {
    sum += x * (normalBelow(x + step / 2) ** count - normalBelow(x - step / 2) ** count);
  }
  return sum;
}
