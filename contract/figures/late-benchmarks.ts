import type { PortfolioDetail } from '../portfolio.ts';
import { longDate } from './format.ts';

/** Sentences on benchmarks that begin after the portfolio: their figures are of another period. */
export function lateBenchmarkWords({ start_date, benchmark, benchmark2, analytics }: PortfolioDetail): string[] {
  const begins = [
    [benchmark, analytics?.relative?.from],
    [benchmark2, analytics?.relative2?.from],
  ] as const;
  return begins.flatMap(([name, from]) =>
    name === null || from === undefined || from <= start_date
      ? []
      : [
          `${name} begins on ${longDate(from)}: figures relative to it are from that day, it has none of its own since the start, and its line begins at the portfolio’s value.`,
        ],
  );
}
