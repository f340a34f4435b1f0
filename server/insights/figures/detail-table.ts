import { signedPercent } from '../../../contract/figures/format.ts';
import { figureLines, metrics, shownFigure } from '../../../contract/figures/metrics.ts';
import type { PortfolioDetail } from '../../../contract/portfolio.ts';
import { textTable } from '../../cli/text-table.ts';

export function detailTable(detail: PortfolioDetail): string {
  const { analytics } = detail;
  const about = [
    ['id', detail.id],
    ['name', detail.name],
    ['start', detail.start_date],
    ['as of', detail.as_of],
    ['version', `${detail.version}${detail.sample ? ' (sample data)' : ''}`],
  ];
  const lines = figureLines(detail);
  const head = ['', 'PORTFOLIO', ...lines.slice(1).map(({ name }) => name)];
  const figures = [head, ...metrics.map((metric) => [metric.label, ...lines.map((line, index) => shownFigure(metric, line, index === 0))])];
  const years = (analytics?.years ?? []).map((year) => [
    `${year.year}${year.partial ? ' (part)' : ''}`,
    signedPercent(year.pf),
    ...(detail.benchmark ? [signedPercent(year.bm)] : []),
    ...(detail.benchmark2 ? [signedPercent(year.bm2)] : []),
  ]);
  return [textTable(about), '', textTable(figures), '', textTable([['YEAR', ...head.slice(1)], ...years])].join('\n');
}
