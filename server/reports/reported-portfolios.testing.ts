import { dayFrom } from '../../contract/figures/days.ts';
import type { Disclosure } from '../../contract/figures/disclosure.ts';
import { disclosed } from '../../contract/figures/disclosure.testing.ts';
import type { TrackRecord } from '../../contract/figures/record.ts';
import { detailOf } from '../insights/figures/portfolio-detail.ts';
import type { Reported } from './report-page.ts';

export type MadeReport = {
  months?: number;
  benchmarks?: 0 | 1 | 2;
  name?: string;
  sample?: boolean;
  description?: string;
  stated?: Disclosure;
};

/** A portfolio of monthly values, different ones for each number. */
export function reportedPortfolio(
  n: number,
  { months = 12, benchmarks = 1, name = `Fund ${n}.`, sample = false, description = 'A rule.', stated }: MadeReport = {},
) {
  const line = (start: number) =>
    Float64Array.from({ length: months + 1 }, (_, t) => 100 * (1 + 0.004 * t) * (1 + 0.05 * Math.sin(t * (start + 1))));
  const record: TrackRecord = {
    frequency: 'monthly',
    days: Int32Array.from({ length: months + 1 }, (_, t) => dayFrom(2024, 13 - months + t, 0)),
    portfolio: line(n),
    benchmark: benchmarks > 0 ? line(n + 500) : undefined,
    benchmark2: benchmarks > 1 ? line(n + 900) : undefined,
  };
  const about = {
    name: `${name} Portfolio`,
    shortName: name,
    subName: 'Shares',
    description,
    benchmark: benchmarks > 0 ? `${name} index` : '',
    benchmark2: benchmarks > 1 ? `${name} second` : '',
    disclosure: { ...disclosed, ...stated },
  };
  const detail = detailOf({ id: `fund-${n}`, sample, version: 1, about, record }, dayFrom(2024, 13, 0), { riskFree: 3, analytics: true });
  return detail as Reported;
}

/** So many of them. */
export function reportedPortfolios(count: number, made: (n: number) => MadeReport = () => ({})) {
  return Array.from({ length: count }, (_, n) => reportedPortfolio(n, made(n)));
}
