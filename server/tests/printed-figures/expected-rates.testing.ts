import type { GeneratedRecord } from './generated-records.testing.ts';
import { longDate, size, type Claim } from './printed.testing.ts';

/** Annual risk-free rates in percent, of a currency or of all others, from a day (ISO) on or before. */
export type RiskFree = readonly { currency?: string; from?: string; rate: number }[];

/** As the setting has them. */
export function settingOf(riskFree: RiskFree): string {
  return riskFree.map(({ currency = '', from, rate }) => `${currency} ${rate}${from === undefined ? '' : ` from ${from}`}`).join(',');
}

function ratesOf({ stated }: GeneratedRecord, riskFree: RiskFree): RiskFree {
  const own = riskFree.filter(({ currency }) => currency === stated['currency']);
  return own.length > 0 ? own : riskFree.filter(({ currency }) => currency === undefined);
}

/** Returns less the rate of the day on which each of them ends. @param days of the returns' ends */
export function aboveRiskFree(
  returns: readonly number[],
  days: readonly string[],
  { k, record, riskFree }: { k: number; record: GeneratedRecord; riskFree: RiskFree },
): number[] {
  const rates = ratesOf(record, riskFree);
  return returns.map((one, t) => {
    const { rate } = rates.findLast(({ from = '' }) => from <= days[t]!)!;
    return one - ((1 + rate / 100) ** (1 / k) - 1);
  });
}

/** The rates of a record up to its last day, the simulated part's among them. */
export function ratesWithin(
  { record, start, asOf, simulated }: { record: GeneratedRecord; start: string; asOf: string; simulated: { start: string } | undefined },
  riskFree: RiskFree,
): { from: string | null; rate: number }[] {
  const [rates, first] = [ratesOf(record, riskFree), simulated?.start ?? start];
  const before = rates.filter(({ from = '' }) => from <= first).at(-1)!;
  const later = rates.filter(({ from = '' }) => from > first && from <= asOf);
  return [{ from: null, rate: before.rate }, ...later.map(({ from = '', rate }) => ({ from, rate }))];
}

export function claimsOf(rates: readonly { from?: string | null; rate: number }[]): Claim[] {
  return rates.flatMap(({ from, rate }): Claim[] => [
    ...(from ? ([['risk-free rate: from', longDate(from)]] as const) : []),
    ['risk-free rate', size(rate / 100)],
  ]);
}
