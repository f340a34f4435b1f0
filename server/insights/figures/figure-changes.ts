import { figureLines, metrics, shownFigure } from '../../../contract/figures/metrics.ts';
import type { PortfolioDetail } from '../../../contract/portfolio.ts';
import type { Review } from '../records/publication-review.ts';
import { detailOf } from './portfolio-detail.ts';

/** Figures as they are shown; '' when there is none. `sameDay`: the new record's figures as of the former record's last day. */
export type ChangedFigures = {
  baseDay: number | undefined;
  lastDay: number;
  rows: readonly { figure: string; line: string; before: string; sameDay: string; after: string }[];
};

/** All headline figures before and after a change. @param riskFree annual risk-free rate, percent */
export function changedFigures({ base, candidate }: Review, riskFree: number): ChangedFigures {
  const stored = { ...candidate, version: (base?.version ?? 0) + 1 };
  const last = candidate.record.days.at(-1)!;
  const at = (one: Parameters<typeof detailOf>[0], day: number) => linesFrom(detailOf(one, day, { riskFree, analytics: true }));
  const before = base === undefined ? [] : at(base, base.lastDay);
  const sameDay = base === undefined ? [] : at(stored, base.lastDay);
  const after = at(stored, last);
  const figure = (lines: readonly (typeof after)[number][], index: number, metric: (typeof metrics)[number]) =>
    lines[index] === undefined ? '' : shownFigure(metric, lines[index], index === 0);
  const rows = metrics.flatMap((metric) =>
    [0, 1, 2].flatMap((index) => {
      const [old, same, now] = [before, sameDay, after].map((lines) => figure(lines, index, metric)) as [string, string, string];
      const line = index === 0 ? 'portfolio' : (after[index]?.name ?? before[index]?.name ?? '');
      return old === '' && same === '' && now === '' ? [] : [{ figure: metric.label, line, before: old, sameDay: same, after: now }];
    }),
  );
  return { baseDay: base?.lastDay, lastDay: last, rows };
}

function linesFrom(detail: PortfolioDetail | undefined) {
  return detail === undefined ? [] : figureLines(detail);
}
