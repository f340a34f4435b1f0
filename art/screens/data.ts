import { monthsAgo, returnSince } from '../market/market-figures.ts';
import { randomFor } from '../market/random-streams.ts';
import { sampleMarket, type Series } from '../market/series.ts';
import { sectorPlace, sectors, type SectorId } from '../market/universe.ts';
import type { Candle } from './charts.ts';

export const market = sampleMarket();
export const lastDay = market.days[market.days.length - 1];

export function seriesOf(ticker: string): Series {
  const found = market.series.find((item) => item.security.ticker === ticker);
  if (!found) throw new Error(`no security ${ticker} in the sample universe`);
  return found;
}

export function sectorName(id: SectorId): string {
  return sectors[sectorPlace(id)].name;
}

/**
 * Days with open, high and low around the series' closing prices. The model has closing prices only; the others are drawn from a seeded stream, in
 * proportion to the day's change.
 */
export function candlesOf({ security, prices }: Series, count: number): Candle[] {
  const random = randomFor(`candles ${security.ticker}`);
  const from = prices.length - count;
  return Array.from({ length: count }, (_, i) => {
    const close = prices[from + i];
    const before = prices[from + i - 1];
    const spread = before * security.noise * 0.035;
    const open = before + (random.normal() * spread) / 3;
    return {
      open,
      close,
      high: Math.max(open, close) + Math.abs(random.normal()) * spread,
      low: Math.min(open, close) - Math.abs(random.normal()) * spread,
    };
  });
}

export function volumesOf({ security, returns }: Series, count: number): number[] {
  const random = randomFor(`volume ${security.ticker}`);
  return Array.from(returns.subarray(returns.length - count), (value) => 0.45 + 55 * Math.abs(value) + 0.4 * random.uniform());
}

/** Change over the last `months` calendar months, in percent. */
export function changeOver(values: Float64Array, { months }: { months: number }): number {
  return returnSince(values, monthsAgo(market.days, months));
}

/** Change since the last day of the previous year, in percent. */
export function thisYear(days: readonly string[], values: Float64Array): number {
  return returnSince(
    values,
    days.findLastIndex((day) => day < `${lastDay.slice(0, 4)}-01-01`),
  );
}

/** The last year of a series. @param base true for prices: includes the day before, from which the first change is measured */
export function pastYear(values: Float64Array, { base = false } = {}): Float64Array {
  return values.subarray(values.length - (market.days.length - 1 - monthsAgo(market.days, 12)) - (base ? 1 : 0));
}
