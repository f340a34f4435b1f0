import { samplePortfolios } from './portfolios.ts';
import { sampleMarket } from './series.ts';

/**
 * The content of `server/insights/sample/records.json`: the sample portfolios' track records, loaded into an empty store at the first start. Every
 * series is an index, 100 on its first day and rounded to four decimals, as an index provider publishes it.
 */
export type SampleRecords = {
  /** Trading days of the oldest record; each series ends on the last of them. */
  days: readonly string[];
  portfolios: Array<{
    id: string;
    group: 'website' | 'cognitive';
    about: { name: string; shortName: string; subName: string; description: string; benchmark: string; benchmark2: string };
    portfolio: number[];
    benchmark: number[];
    benchmark2: number[] | null;
  }>;
};

export function sampleRecords(): SampleRecords {
  const portfolios = samplePortfolios();
  const longest = Math.max(...portfolios.map(({ days }) => days.length));
  return {
    days: sampleMarket().days.slice(-longest),
    portfolios: portfolios.map(({ id, group, name, shortName, subName, description, values, benchmark, benchmark2 }) => ({
      id,
      group,
      about: {
        name,
        shortName,
        subName: subName === '--' ? '' : subName,
        description,
        benchmark: benchmark.name,
        benchmark2: benchmark2?.name ?? '',
      },
      portfolio: index(values),
      benchmark: index(benchmark.values),
      benchmark2: benchmark2 === undefined ? null : index(benchmark2.values),
    })),
  };
}

/** One of these records, with its own days. */
export function sampleRecord(id: string): SampleRecords['portfolios'][number] & { days: readonly string[] } {
  const { days, portfolios } = sampleRecords();
  const found = portfolios[portfolios.findIndex((one) => one.id === id)];
  return { ...found, days: days.slice(-found.portfolio.length) };
}

function index(values: Float64Array): number[] {
  return Array.from(values, (value) => Math.round((value / values[0]) * 1_000_000) / 10_000);
}
