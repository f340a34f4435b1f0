import { dayOf } from '../../contract/figures/days.ts';
import type { StatedRate, StatedRates } from '../../contract/figures/stated-rates.ts';
import { percentBetween, SettingsError } from './setting-values.ts';

const rate = percentBetween(-10, 50);

/** Reads `2.5`, or several rates: `2.5, EUR 0, EUR 4 from 2023-10-01`. */
export function riskFreeRates(value: string): StatedRates {
  const stated = value.split(',').map((part) => readRate(part.trim()));
  for (const [currency, own] of Map.groupBy(stated, (one) => one.currency)) {
    const days = own.map(({ from }) => from ?? '');
    const isAscending = days.every((day, index) => index === 0 || day > (days[index - 1] ?? ''));
    if (days[0] !== '' || !isAscending)
      throw new SettingsError(
        `the first rate ${currency === undefined ? 'of all records' : `for ${currency}`} has no day, the days of others ascend`,
      );
  }
  const forAll = stated.filter(({ currency }) => currency === undefined);
  if (forAll[0] === undefined) throw new SettingsError('a rate without a currency is needed, for all other records');
  return stated.length === 1 ? forAll[0].rate : stated;
}

function readRate(part: string): StatedRate {
  const [, currency, percent = '', from = null] = /^(?:([A-Z]{3}) )?(\S+)(?: from (\S+))?$/.exec(part) ?? [];
  if (from !== null && dayOf(from) === undefined) throw new SettingsError(`${from} is no day: write it as 2023-10-01`);
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency))
    throw new SettingsError(`${currency} is no currency`);
  return { currency, from, rate: rate(percent) };
}
