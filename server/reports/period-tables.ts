import { signed } from '../../contract/figures/format.ts';
import { periodMark } from '../../contract/figures/period-words.ts';
import type { Flow } from './pdf/flow.ts';
import { drawTable, heightOfTable } from './pdf/pdf-table.ts';
import { page } from './pdf/sheet.ts';
import { linesInTables } from './portfolio-parts.ts';
import type { Reported } from './report-page.ts';

const ROW = 12.5;
const LAST = { left: page.margin, first: 44, each: 34 };
const YEARS = { left: page.margin + 256, first: 48, each: 39 };

/** Draws the returns of the periods up to the last day and, beside them, of the complete periods of twelve months. */
export function drawPeriods(flow: Flow, one: Reported): void {
  const { periods = [] } = one;
  flow.need(heightOfPeriods(one));
  const top = flow.y;
  for (const [title, ofYears, { left, first, each }] of [
    ['Return, %', false, LAST],
    ['12 months to', true, YEARS],
  ] as const) {
    const shown = periods.filter(({ period }) => (period === '12m') === ofYears);
    if (shown.length === 0) continue;
    flow.y = top;
    const heads = shown.map((period) => ({ title: periodMark(period), width: each }));
    const rows = linesInTables(one).map((line) => [line.title, ...shown.map((period) => signed(period[line.key]))]);
    drawTable(flow, [{ title, width: first, align: 'left' }, ...heads], { x: left, rows, size: 7.6, row: ROW });
  }
}

/** Height of the tables of periods. */
export function heightOfPeriods(one: Reported): number {
  return heightOfTable(linesInTables(one).length, ROW);
}
