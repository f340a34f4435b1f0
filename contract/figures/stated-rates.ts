import * as v from 'valibot';
import { elementAt } from '../checked.ts';
import { knownDay } from './days.ts';
import { longDate, percent } from './format.ts';
import type { Analytics } from '../portfolio.ts';
import type { AnnualRates } from './risk-free.ts';

/**
 * Annual risk-free rates in percent as a company states them: one, or rates by currency, each from a day (ISO) on, ascending. Rates without a
 * currency are for records in any other currency. The first rate of each currency has no day: it holds before the others.
 */
export type StatedRates = number | readonly StatedRate[];
export type StatedRate = DatedRate & { currency?: string | undefined };

type DatedRate = { from: string | null; rate: number };

/** As they are stored. */
export const statedRatesSchema = v.union([
  v.number(),
  v.array(v.object({ currency: v.optional(v.string()), from: v.nullable(v.string()), rate: v.number() })),
]);

/** The annual rates of records in a currency. */
export function ratesIn(stated: StatedRates, currency: string | undefined): AnnualRates {
  return ofCurrency(stated, currency).map(({ from, rate }) => ({ from: dayFrom(from), rate: rate / 100 }));
}

/** The rates in percent that hold during a record; the first has no day. @param span the record's first and last day */
export function ratesWithin(stated: StatedRates, currency: string | undefined, [first, last]: readonly [number, number]): DatedRate[] {
  const all = ofCurrency(stated, currency);
  const before = all.findLast(({ from }) => dayFrom(from) <= first + 1) ?? elementAt(all, 0);
  const later = all.filter(({ from }) => dayFrom(from) > first + 1 && dayFrom(from) <= last);
  return [{ from: null, rate: before.rate }, ...later.map(({ from, rate }) => ({ from, rate }))];
}

function ofCurrency(stated: StatedRates, currency: string | undefined): readonly DatedRate[] {
  if (typeof stated === 'number') return [{ from: null, rate: stated }];
  const own = stated.filter((one) => one.currency === currency);
  return own.length > 0 ? own : stated.filter((one) => one.currency === undefined);
}

function dayFrom(iso: string | null): number {
  return iso === null ? Number.NEGATIVE_INFINITY : knownDay(iso);
}

/** Rates in words: `1.00% a year, from 1 October 2023 4.00%`. */
export function rateWords(rates: readonly DatedRate[]): string {
  return rates.map(({ from, rate }) => (from === null ? `${percent(rate)} a year` : `from ${longDate(from)} ${percent(rate)}`)).join(', ');
}

/** All rates that are stated, in words: `2.50% a year; for EUR 0.00% a year, from 1 October 2023 4.00%`. */
export function statedWords(stated: StatedRates): string {
  if (typeof stated === 'number') return rateWords([{ from: null, rate: stated }]);
  const groups = Map.groupBy(stated, ({ currency }) => currency);
  return [...groups].map(([currency, rates]) => `${currency === undefined ? '' : `for ${currency} `}${rateWords(rates)}`).join('; ');
}

/** The rates behind the figures of a portfolio, in words. */
export function riskFreeWords({ risk_free: rate, risk_free_rates: rates }: Pick<Analytics, 'risk_free' | 'risk_free_rates'>): string {
  return rateWords(rates ?? [{ from: null, rate }]);
}
