import type { Market } from './series.ts';
import { trendScore } from './walk-forward.ts';

export type Signal = {
  ticker: string;
  name: string;
  sector: string;
  price: number;
  /** Change on the last day, in percent. */
  change: number;
  call: 'up' | 'down';
  /** Rank of the score's absolute value among all securities of the day, from 0 to 1. */
  strength: number;
  /** The number of earlier monthly calls, and how many of them the following month confirmed. */
  calls: number;
  right: number;
  /** The calls in order, oldest first: 1 if the following month confirmed the call, otherwise 0. */
  record: string;
  /** Prices of the last half year, every third day, the newest last. */
  recent: number[];
};

const RECORD_MONTHS = 36;

/** The agent's signals on the last day, strongest first. A call is the direction of the trend relative to its risk. */
export function signalsOfTheDay(market: Market): Signal[] {
  const { days, series } = market;
  const last = days.length - 1;
  const ends = [...days.keys()].filter((t) => t < last && days[t].slice(0, 7) !== days[t + 1].slice(0, 7));
  const judged = ends.slice(-RECORD_MONTHS - 1);
  const sizes = series.map(({ returns }) => Math.abs(trendScore(returns, last))).sort((a, b) => a - b);

  return series
    .map(({ security, prices, returns }): Signal => {
      const score = trendScore(returns, last);
      const record = judged.slice(0, -1).map((t, i) => {
        const followed = prices[judged[i + 1]] / prices[t] - 1;
        return trendScore(returns, t) > 0 === followed > 0;
      });
      return {
        ticker: security.ticker,
        name: security.name,
        sector: security.sector,
        price: round(prices[last], 2),
        change: round(returns[last] * 100, 2),
        call: score > 0 ? 'up' : 'down',
        strength: round((sizes.indexOf(Math.abs(score)) + 1) / sizes.length, 2),
        calls: record.length,
        right: record.filter(Boolean).length,
        record: record.map(Number).join(''),
        recent: [...prices.subarray(last - 126, last + 1)].filter((_, i) => i % 3 === 0).map((price) => round(price, 2)),
      };
    })
    .sort((a, b) => b.strength - a.strength);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
