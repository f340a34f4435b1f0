import type { ShownCard } from '../../../contract/desk/figure-facts.ts';
import { dayOf } from '../../../contract/figures/days.ts';
import { signedPercent } from '../../../contract/figures/format.ts';
import { figureLines, metrics, shownFigure } from '../../../contract/figures/metrics.ts';
import { DATA_QUARTER, dataDates, type PortfolioGroup } from '../../../contract/portfolio.ts';
import { detailOf } from './portfolio-detail.ts';

type OnCard = Parameters<typeof detailOf>[0] & { group: PortfolioGroup };

/** The card that the site shows for a record, as of its group's day. @returns null when the record begins later */
export function shownCard(stored: OnCard, riskFree: number): ShownCard | null {
  const detail = detailOf(stored, dayOf(dataDates[stored.group])!, { riskFree, analytics: false });
  if (detail === undefined) return null;
  const [own, ...benchmarks] = figureLines(detail);
  const shown = metrics.filter(({ onCard }) => onCard);
  const columns = shown.filter(({ relative }) => !relative);
  return {
    name: detail.shortName,
    subName: detail.subName,
    quarter: DATA_QUARTER,
    asOf: detail.as_of,
    since: detail.start_date,
    figures: shown.map((metric) => ({ label: metric.label, text: shownFigure(metric, own, true) })),
    columns: columns.map(({ short }) => short),
    benchmarks: benchmarks.map((line) => ({ name: line.name, cells: columns.map((metric) => shownFigure(metric, line, false)) })),
    annual: signedPercent(own.net),
  };
}
