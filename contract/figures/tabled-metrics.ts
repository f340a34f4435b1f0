import type { PortfolioDetail } from '../portfolio.ts';
import { figureLines, metrics, shownFigure, type Metric } from './metrics.ts';

/** The metrics that have a row in the tables of documents. */
export function tabled(): readonly Metric[] {
  return metrics.filter(({ inLine }) => !inLine);
}

/** What a column of benchmarks' figures is called: annualized only where they are. */
export function shortLabel({ key, short }: Metric, { under_one_year: isShort }: Pick<PortfolioDetail, 'under_one_year'>): string {
  return key === 'net' && isShort ? 'Under a year' : short;
}

/** The other metrics in sentences: of each line, and against each benchmark. */
export function furtherWords(detail: PortfolioDetail): string[] {
  const further = metrics.filter(({ inLine }) => inLine);
  const [own, ...benchmarks] = figureLines(detail);
  const said = (metric: Metric) => metric.label.replace(/^[A-Z](?=[a-z]* capture|eta|orrelation)/, (letter) => letter.toLowerCase());
  const ofLines = further
    .filter(({ relative }) => !relative)
    .map(
      (metric) => `${metric.label}: ${[own, ...benchmarks].map((line) => `${line.name} ${shownFigure(metric, line, false)}`).join(', ')}.`,
    );
  const against = benchmarks.map((line) => {
    const figures = further.filter(({ relative }) => relative).map((metric) => `${said(metric)} ${shownFigure(metric, line, false)}`);
    return `Against ${line.name}: ${figures.join(', ')}.`;
  });
  return [...ofLines, ...against];
}
