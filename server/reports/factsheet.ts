import { elementAt } from '../../contract/checked.ts';
import { simulationMark } from '../../contract/figures/disclosure-words.ts';
import { signedPercent } from '../../contract/figures/format.ts';
import { riskFreeWords } from '../../contract/figures/stated-rates.ts';
import { light } from '../../ui/tokens.ts';
import { drawLegend, heightOfLegend } from './pdf/chart.ts';
import type { Flow } from './pdf/flow.ts';
import { heightOfTable } from './pdf/pdf-table.ts';
import { inner, page, type Sheet } from './pdf/sheet.ts';
import { drawYearBars } from './pdf/year-bars.ts';
import { disclosures, drawTerms, heightOfTerms } from './method.ts';
import { drawSimulated, heightOfSimulated, statedTerms } from './disclosed.ts';
import { drawReading } from './overview.ts';
import { drawPeriods, heightOfPeriods } from './period-tables.ts';
import {
  drawAbout,
  drawCharts,
  drawFigures,
  drawHeadline,
  drawMonths,
  heightOfMonths,
  legendOf,
  linesInTables,
  metricsOf,
  yearWords,
} from './portfolio-parts.ts';
import { lastDays, openSection, type ReportData, type Reported } from './report-page.ts';

const x = page.margin;
const GAP = 14;
/** Spacing of the second page, the widest first: the first that lets everything fit is taken. */
const WIDE = { size: 8, gap: 7, indent: 92, between: GAP };
const SPACINGS = [WIDE, { ...WIDE, gap: 5, between: 10 }, { ...WIDE, size: 7.5, gap: 3, between: 5 }] as const;

/** Draws a portfolio on two pages: what it is and its figures; its years, how to read them, and what has to be said. */
export function drawFactsheet(sheet: Sheet, data: ReportData): void {
  const one = elementAt(data.portfolios, 0);
  const flow = openSection(sheet, data, { title: one.name, portfolios: [one], onBegin: () => sheet.bookmark(one.name) });
  const over = { size: 9.5, face: 'semibold', color: light.primary, tag: 'H1' } as const;
  flow.y = sheet.text(`${data.title}, ${data.quarter}, to ${lastDays(data)}`, x, flow.y - 8, over) + 4;
  drawAbout(flow, one);
  drawHeadline(flow, one, data.company.legal.riskWarning);
  const lines = linesInTables(one).length;
  const rates = `Sharpe and Sortino ratios and alpha are over a risk-free rate of ${riskFreeWords(one.analytics)}.`;
  const figures = heightOfTable(metricsOf(one).length) + RATES_ABOVE + sheet.heightOf(rates, ratesStyle);
  drawCharts(flow, one, GAP + heightOfPeriods(one) + GAP + figures);
  flow.y += GAP;
  drawPeriods(flow, one);
  flow.y += GAP;
  drawFigures(flow, one, { first: inner - lines * 90, each: 90 });
  const fits = RATES_ABOVE + sheet.heightOf(rates, ratesStyle) <= flow.left();
  if (!fits) flow.nextPage();
  flow.y = sheet.text(rates, x, flow.y + RATES_ABOVE, ratesStyle) + GAP;
  if (fits) flow.nextPage();
  const terms = [...statedTerms([one], ({ shortName }) => shortName), ...disclosures(data)];
  const fixed = heightOfMonths(one) + READING_HEIGHT + heightOfSimulated(sheet, one);
  const heightWith = (spacing: typeof WIDE) => fixed + heightOfTerms(sheet, terms, spacing) + 3 * spacing.between;
  const spacing = SPACINGS.find((one) => heightWith(one) <= flow.left()) ?? SPACINGS[2];
  drawYears(flow, one, heightWith(spacing));
  drawMonths(flow, one, 'benchmarks');
  flow.y += spacing.between;
  drawReading(flow, spacing.size);
  flow.y += spacing.between;
  drawTerms(flow, terms, spacing);
  drawSimulated(flow, one);
}

const RATES_ABOVE = 4;
const ratesStyle = { size: 8, color: light['ink-2'], width: inner, leading: 1.4 };
const READING_HEIGHT = 108;
const BARS = { least: 70, greatest: 150 };

/** Draws the calendar years as bars, where what follows leaves room for them. @param rest its height */
function drawYears(flow: Flow, one: Reported, rest: number): void {
  const { sheet } = flow;
  const keys = linesInTables(one).map(({ key }) => key);
  const legend = legendOf(one).slice(0, keys.length);
  const head = Math.max(heightOfLegend(sheet, inner - 150, legend), 13) + 7;
  const height = Math.min(BARS.greatest, flow.left() - head - rest);
  if (height < BARS.least) return;
  sheet.text('Calendar years', x, flow.y, { size: 11, face: 'semibold', tag: 'H3' });
  drawLegend(sheet, { x: x + 150, y: flow.y + 2, width: inner - 150 }, legend);
  flow.y += head;
  const groups = one.analytics.years.map((year) => ({ label: yearWords(year), values: keys.map((key) => year[key]) }));
  const box = { x, y: flow.y, width: inner, height };
  const said = groups.map(({ label, values }) => `${label} ${signedPercent(values[0] ?? null)}`).join(', ');
  sheet.figure(`Bars of the returns of calendar years: ${said}.`, box, () =>
    drawYearBars(sheet, box, { groups, colors: legend.map(({ color }) => color), hollow: simulationMark(one) !== undefined }),
  );
  flow.y += height + 10;
}
