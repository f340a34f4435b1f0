import type { PortfolioDetail } from '../portfolio.ts';
import { figureLines, metrics, type MetricKey } from './metrics.ts';

const causes: { readonly [key in MetricKey]?: string } = {
  sharpe: 'returns do not vary',
  sortino: 'no return is below the risk-free rate',
  informationRatio: 'the difference of the returns does not vary',
  beta: 'the benchmark’s returns do not vary',
  alpha: 'the benchmark’s returns do not vary',
  correlation: 'returns do not vary',
  upCapture: 'the benchmark never rose',
  downCapture: 'the benchmark never fell',
};

/** Why figures of the analytics are missing, in sentences. Benchmarks that begin later have words of their own. */
export function absentWords(detail: PortfolioDetail): string[] {
  const { analytics, under_one_year } = detail;
  if (analytics === undefined) return [];
  if (under_one_year) return ['Volatility, ratios and regression are not available: the record is under one year.'];
  const besides = [
    undefined,
    ...(detail.benchmark === null ? [] : [analytics.relative]),
    ...(detail.benchmark2 === null ? [] : [analytics.relative2]),
  ];
  const [missing, short] = [new Map<string, Set<string>>(), new Set<string>()];
  for (const [index, line] of figureLines(detail).entries()) {
    const beside = besides[index];
    for (const { key, label, relative } of metrics) {
      const cause = causes[key];
      const has = relative ? beside : index === 0 || line.net !== null;
      if (cause === undefined || !has || line[key] !== null) continue;
      if (relative && beside?.tracking_error === null) short.add(line.name);
      else missing.set(cause, (missing.get(cause) ?? new Set()).add(label));
    }
  }
  return [
    ...[...short].map((name) => `Figures against ${name} are not available: both have less than one year in common.`),
    ...[...missing].map(([cause, labels]) => `Not available: ${[...labels].join(', ')}, where ${cause}.`),
  ];
}
