import type { PeriodItem, PortfolioDetail } from '../portfolio.ts';
import { longDate } from './format.ts';

const names = {
  ytd: 'Year to date',
  '1y': '1 year',
  '3y': '3 years, per year',
  '5y': '5 years, per year',
  '10y': '10 years, per year',
} as const;

/** What a period is called; one over a year says that its return is a rate per year. */
export function periodWords({ period, to, annualized }: PeriodItem): string {
  if (period === '12m') return `12 months to ${longDate(to)}`;
  if (period === 'start') return annualized ? 'Since start, per year' : 'Since start';
  return names[period];
}

/** The same for a narrow column; p.a. is a rate per year. */
export function periodMark({ period, to, annualized }: PeriodItem): string {
  if (period === '12m') return to;
  if (period === 'ytd') return 'YTD';
  const name = period === 'start' ? 'Start' : period.replace('y', ' y');
  return annualized && period !== '1y' ? `${name} p.a.` : name;
}

/** The return of a line of figures, as `figureLines` orders them: the portfolio, then its benchmarks. */
export function periodOf({ pf, bm, bm2 }: PeriodItem, detail: PortfolioDetail, line: number): number | null {
  return line === 0 ? pf : line === 1 && detail.benchmark !== null ? bm : bm2;
}

export const PERIODS_NOTE =
  'A period is shown where the record covers it whole, from the last value on or before its first day. Returns over more than one year are rates per year; those of one year or less are not annualized.';
