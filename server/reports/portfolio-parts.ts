import { basisWords, partsWords, simulationMark } from '../../contract/figures/disclosure-words.ts';
import { grouped, longDate, MONTHS, signed, signedPercent } from '../../contract/figures/format.ts';
import { growthLines, simulatedAndActual, type GrowthLines } from '../../contract/figures/growth-lines.ts';
import { absentWords } from '../../contract/figures/absent-figures.ts';
import { lateBenchmarkWords } from '../../contract/figures/late-benchmarks.ts';
import { periodWords } from '../../contract/figures/period-words.ts';
import type { PeriodKind } from '../../contract/portfolio.ts';
import { figureLines, labelFor, markedLabel, markedWords, metric, shownFigure, type Metric } from '../../contract/figures/metrics.ts';
import { furtherWords, tabled } from '../../contract/figures/tabled-metrics.ts';
import { light, onLight } from '../../ui/tokens.ts';
import { drawChart, drawLegend, heightOfLegend, tickNumber, tickPercent } from './pdf/chart.ts';
import type { Flow } from './pdf/flow.ts';
import { drawTable, heightOfTable, type PdfColumn } from './pdf/pdf-table.ts';
import { inner, page } from './pdf/sheet.ts';
import { drawWarning, type Reported } from './report-page.ts';

// The parts of a portfolio's pages, in the report and on its factsheet.

const BENCHMARK = { color: onLight.benchmark, dash: undefined };
const BENCHMARK2 = { color: onLight['second-benchmark'], dash: 2.5 };
/** Lengths of the strokes by which simulated values are drawn. */
const STROKES = 4;
const x = page.margin;
const sub = { size: 9.5, face: 'semibold', tag: 'H3' } as const;

/** Draws the name, what the portfolio is, and since when. @param factsheet its address */
export function drawAbout(flow: Flow, one: Reported, factsheet?: string): void {
  const { sheet } = flow;
  flow.y = sheet.text(one.name, x, flow.y, { size: 24, face: 'semibold', width: inner, leading: 1.2, tag: 'H2' });
  const beneath = [one.subName, basisWords(one.disclosure)].filter(Boolean).join('. ');
  flow.y = sheet.text(beneath, x, flow.y, { size: 11, color: light['ink-3'], width: inner });
  flow.y += 8;
  const [top, before] = [flow.y, sheet.pages()];
  const stated = drawFacts(flow, one, factsheet);
  flow.y = top;
  flow.paragraph(one.description, x, { size: 9.5, color: light['ink-2'], width: 276, leading: 1.45 });
  if (sheet.pages() === before) flow.y = Math.max(flow.y, stated);
}

function drawFacts({ sheet, y: top }: Flow, one: Reported, factsheet: string | undefined): number {
  const mark = simulationMark(one);
  const facts = [
    [mark === undefined ? 'Managed since' : `${mark} since`, longDate(one.start_date)],
    [one.lags ? 'Its record ends' : 'Values up to', longDate(one.as_of)],
    ['Benchmark', one.benchmark ?? 'none'],
    ...(one.benchmark2 === null ? [] : ([['Second', one.benchmark2]] as const)),
  ] as const;
  const left = x + 300;
  let y = top;
  for (const [name, value] of facts) {
    y = sheet.mark('P', () => {
      sheet.text(name, left, y, { size: 8.5, color: light['ink-3'] });
      return sheet.text(value, left + 68, y, { size: 8.5, width: page.width - x - left - 68, leading: 1.35 }) + 2;
    });
  }
  if (factsheet === undefined) return y;
  sheet.text('Factsheet', left, y, { size: 8.5, color: light['ink-3'] });
  const style = { size: 8.5, color: light.primary };
  return sheet.group('P', () => sheet.link('Two pages, PDF', factsheet, { x: left + 68, y }, style)) + 2;
}

const HEADLINE = ['net', 'drawdown', 'total', 'sharpe'] as const;
/** The periods that stand beside those since the start, in the same size. (SEC rule 206(4)-1(d)(2)) */
const PRESCRIBED: readonly PeriodKind[] = ['1y', '5y', '10y'];
const LARGE = { least: 4, most: 5 };

/** What stands large: the prescribed periods that the record covers, and figures since the start. */
function headlineOf(one: Reported): { label: string; value: string }[] {
  const [own] = figureLines(one);
  const periods = (one.periods ?? []).filter(({ period }) => PRESCRIBED.includes(period));
  return [
    ...periods.map((period) => ({ label: markedWords(periodWords(period), one), value: signedPercent(period.pf) })),
    ...HEADLINE.map((key) => ({ label: markedLabel(metric(key), one), value: shownFigure(metric(key), own, true) })),
  ].slice(0, periods.length > 0 ? LARGE.most : LARGE.least);
}

/** Draws the figures that stand large, and the risk warning beneath them. */
export function drawHeadline(flow: Flow, one: Reported, warning: string): void {
  const { sheet } = flow;
  const figures = headlineOf(one);
  const each = (inner - 8) / figures.length;
  const small = { size: 8, color: light['ink-3'], width: each - 8, leading: 1.2 };
  const labels = Math.max(...figures.map(({ label }) => sheet.heightOf(label, small)));
  flow.need(80 + labels);
  const top = flow.y + 12;
  sheet.artifact(() => {
    const box = sheet.doc.rect(x, top, inner, 42 + labels);
    if (simulationMark(one) === undefined) box.fill(light.surface);
    else box.lineWidth(0.9).dash(3, { space: 2 }).stroke(light['ink-3']).undash();
  });
  for (const [index, { label, value }] of figures.entries()) {
    const left = x + 10 + index * each;
    const color = value.startsWith('−') ? light.loss : light.ink;
    sheet.mark('P', () => {
      sheet.text(label, left, top + 8, small);
      sheet.text(value, left, top + 8 + labels, { size: 24, face: 'condensed', color, leading: 1.2 });
    });
  }
  flow.y = drawWarning(sheet, x, top + 50 + labels, { size: 9.5, width: inner, words: warning });
}

const CHART = { least: 60, greatest: 260 };
const FALLS = 36;
const BELOW_CHART = 8 + 16 + FALLS;
/** Least height of both charts, growth and falls, with a legend of two lines. */
export const LEAST_CHARTS = 14 + 30 + CHART.least + BELOW_CHART;

/** Draws growth and falls. @param rest height that the page needs for what follows: the chart takes what is left */
export function drawCharts(flow: Flow, one: Reported, rest: number): void {
  const { sheet } = flow;
  flow.y += 14;
  const beside = inner - 150;
  const head = Math.max(heightOfLegend(sheet, beside, legendOf(one)), 13) + 5;
  flow.need(head + CHART.least + BELOW_CHART);
  sheet.text('Growth of 100', x, flow.y, sub);
  drawLegend(sheet, { x: x + 150, y: flow.y + 1, width: beside }, legendOf(one));
  flow.y += head;
  const height = Math.floor(Math.min(CHART.greatest, Math.max(CHART.least, flow.left() - rest - BELOW_CHART)));
  const box = { x, y: flow.y, width: inner, height };
  const { growth, falls } = chartsInWords(one);
  const drawn = growthLines(one, one.analytics);
  sheet.figure(growth, box, () => drawChart(sheet, box, { days: drawn.days, years: true, lines: linesOf(drawn), format: tickNumber }));
  flow.y += height + 8;
  sheet.text('Below the highest value so far', x, flow.y, sub);
  const below = { x, y: flow.y + 16, width: inner, height: FALLS };
  sheet.figure(falls, below, () =>
    drawChart(sheet, below, {
      days: drawn.days,
      lines: [{ values: drawn.drawdown, color: light.loss, width: 0.8, area: true }],
      format: tickPercent,
      ticks: 2,
      within: [-1, 0],
    }),
  );
  flow.y = below.y + FALLS;
}

export function legendOf(one: Reported) {
  const { shortName, benchmark, benchmark2, simulated } = one;
  const mark = simulationMark(one)?.toLowerCase();
  return [
    mark === undefined ? { name: shortName, color: light.primary } : { name: `${shortName}, ${mark}`, color: light.primary, dash: STROKES },
    ...(benchmark === null ? [] : [{ name: benchmark, ...BENCHMARK }]),
    ...(benchmark2 === null ? [] : [{ name: benchmark2, ...BENCHMARK2 }]),
    ...(simulated === undefined
      ? []
      : [{ name: `${simulated.results} to ${longDate(simulated.as_of)}`, color: light.primary, dash: STROKES }]),
  ];
}

function linesOf(lines: GrowthLines) {
  const { bm, bm2 } = lines;
  const [simulated, actual] = simulatedAndActual(lines);
  return [
    ...(bm2 === null ? [] : [{ values: bm2, ...BENCHMARK2, width: 0.9 }]),
    ...(bm === null ? [] : [{ values: bm, color: BENCHMARK.color, width: 0.9 }]),
    { values: simulated, color: light.primary, width: 1.3, dash: STROKES },
    { values: actual, color: light.primary, width: 1.3 },
  ];
}

function chartsInWords(one: Reported): { growth: string; falls: string } {
  const { shortName, benchmark, benchmark2, start_date, as_of, analytics } = one;
  const { chart, pf } = analytics;
  const ends = [
    [shortName, chart.pf],
    [benchmark, chart.bm],
    [benchmark2, chart.bm2],
  ] as const;
  const said = ends.flatMap(([name, line]) => (name === null || line === null ? [] : [`${name} ${grouped(line.at(-1), 2)}`]));
  const days = `from ${longDate(start_date)} to ${longDate(as_of)}`;
  return {
    growth: [`Lines of growth of 100 ${days}: ${said.join(', ')}.`, partsWords(one)].filter(Boolean).join(' '),
    falls: `How far ${shortName} stood below its highest value so far, ${days}: ${signedPercent(pf.max_drawdown)} at most.`,
  };
}

const ROW = 15;

/** Width of a column of the first table, and of those with figures. */
type Columns = { left?: number; first: number; each: number; row?: number };

/** The metrics that tables have of a portfolio: without a benchmark none is relative to one. */
export function metricsOf({ benchmark, benchmark2 }: Reported): readonly Metric[] {
  return tabled().filter(({ relative }) => !relative || benchmark !== null || benchmark2 !== null);
}

export function drawFigures(flow: Flow, one: Reported, { left = x, first, each, row: height = ROW }: Columns): void {
  const lines = figureLines(one);
  const rows = metricsOf(one).map((row) => [labelFor(row, one), ...lines.map((line, index) => shownFigure(row, line, index === 0))]);
  drawTable(flow, columns([simulationMark(one) ?? 'Since start', first], one, each), {
    x: left,
    rows,
    row: height,
    strong: (column) => column === 1,
  });
}

export function drawYears(flow: Flow, one: Reported, { left = x, first, each, row = ROW }: Columns): void {
  const rows = one.analytics.years.map((year) => [yearWords(year), ...linesInTables(one).map(({ key }) => signedPercent(year[key]))]);
  drawTable(flow, columns(['Year', first], one, each), { x: left, rows, row, strong: (column) => column === 1 });
}

/** The columns of figures: the portfolio and the benchmarks that it has. */
export function linesInTables({ benchmark, benchmark2 }: Reported): { title: string; key: 'pf' | 'bm' | 'bm2' }[] {
  return [
    { title: 'Portfolio', key: 'pf' },
    ...(benchmark === null ? [] : [{ title: 'Benchmark', key: 'bm' } as const]),
    ...(benchmark2 === null ? [] : [{ title: 'Second', key: 'bm2' } as const]),
  ];
}

function columns([title, first]: readonly [string, number], one: Reported, width: number): PdfColumn[] {
  return [{ title, width: first, align: 'left' }, ...linesInTables(one).map((line) => ({ title: line.title, width }))];
}

const MONTH_ROW = 11.5;

/** Whether the years of the benchmarks stand beside the months. */
type Beside = 'portfolio' | 'benchmarks';

/** Draws the returns of months and years. @param beside the lines of the years: the portfolio's, or its benchmarks', too */
export function drawMonths(flow: Flow, one: Reported, beside: Beside = 'portfolio'): void {
  const { years, months } = one.analytics;
  const lines = linesInTables(one).slice(0, beside === 'portfolio' ? 1 : 3);
  const each = lines.length === 1 ? { month: 33.5, year: 54 } : { month: 30, year: 36 };
  const heads: PdfColumn[] = [
    { title: lines.length === 1 ? 'Month, %' : 'In %', width: inner - 12 * each.month - lines.length * each.year, align: 'left' },
    ...MONTHS.map((month) => ({ title: month.slice(0, 3), width: each.month })),
    ...lines.map(({ title }, index) => ({ title: index === 0 ? 'Year' : title, width: each.year })),
  ];
  const returns = new Map(months.map((month) => [month.year * 12 + month.month, month.pf]));
  const rows = years.map((year) => [
    yearWords(year),
    ...MONTHS.map((_, index) => {
      const value = returns.get(year.year * 12 + index + 1);
      return value === undefined ? '' : signed(value);
    }),
    ...lines.map(({ key }) => signed(year[key])),
  ]);
  drawTable(flow, heads, { x, rows, size: 7.6, row: MONTH_ROW, strong: (column) => column === 13 });
  for (const { text, height } of notesOf(one)) {
    flow.need(height);
    flow.y = flow.sheet.text(text, x, flow.y + 3, { size: 7.5, color: light['ink-3'], width: inner });
  }
}

/** Letters that a line has room for. */
const ONE_LINE = 130;

/** What stands beneath the months. */
function notesOf(one: Reported): { text: string; height: number }[] {
  const partial = one.analytics.years.some((year) => year.partial) ? [{ text: '* a part of the year', height: 14 }] : [];
  const text = furtherWords(one).join(' ');
  const further = { text, height: 4 + 10 * Math.ceil(text.length / ONE_LINE) };
  return [...partial, further, ...[...lateBenchmarkWords(one), ...absentWords(one)].map((note) => ({ text: note, height: 24 }))];
}

export function yearWords({ year, partial }: { year: number; partial: boolean }): string {
  return `${year}${partial ? ' *' : ''}`;
}

export function heightOfMonths(one: Reported): number {
  return heightOfTable(one.analytics.years.length, MONTH_ROW) + notesOf(one).reduce((sum, { height }) => sum + height, 0);
}
