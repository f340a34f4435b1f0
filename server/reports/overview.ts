import { elementAt } from '../../contract/checked.ts';
import { commonCostWords, simulationMark } from '../../contract/figures/disclosure-words.ts';
import { NO_FIGURE, signedPercent } from '../../contract/figures/format.ts';
import { EXCESS_ROUNDING, figureLines, metric, shownFigure, type MetricKey } from '../../contract/figures/metrics.ts';
import { statedWords } from '../../contract/figures/stated-rates.ts';
import { light, onLight } from '../../ui/tokens.ts';
import { greatest, least } from './pdf/chart.ts';
import type { Flow } from './pdf/flow.ts';
import { inner, page, round, type Sheet } from './pdf/sheet.ts';
import { drawTable, type PdfColumn } from './pdf/pdf-table.ts';
import { drawWarning, lastDays, namesAmong, openSection, type ReportData, type Reported } from './report-page.ts';

export function drawOverview(sheet: Sheet, data: ReportData): void {
  const x = page.margin;
  const { portfolios } = data;
  const flow = openSection(sheet, data, { title: 'Overview', portfolios, onBegin: () => sheet.bookmark('Overview') });
  flow.y = sheet.text('Overview', x, flow.y, { size: 26, face: 'semibold', tag: 'H2' }) + 6;
  flow.y = sheet.text(opening(data), x, flow.y, { size: 10.5, color: light['ink-2'], width: 440, leading: 1.5 }) + 8;
  flow.y = drawWarning(sheet, x, flow.y, { size: 10.5, width: inner, words: data.company.legal.riskWarning }) + 16;
  const nameOf = namesBesideRates(portfolios);
  drawTable(flow, columns, {
    x,
    rows: portfolios.map((one) => [nameOf(one), ...rowOf(sheet, one)]),
    row: portfolios.length > FEW ? 18 : 24,
    strong: (column) => column === 0 || column === 4,
    link: (row) => `#${elementAt(portfolios, row).id}`,
  });
  flow.y += 30;
  drawBars(flow, portfolios);
  flow.y += 20;
  drawReading(flow);
}

/** Names beside annualized figures: a record of under a year, whose figures are not annualized, says so in its name. */
function namesBesideRates(portfolios: readonly Reported[]): (one: Reported) => string {
  const nameOf = namesAmong(portfolios);
  return (one) => (one.under_one_year ? `${nameOf(one)} (under a year)` : nameOf(one));
}

/** Portfolios up to which rows and bars stand wide apart. */
const FEW = 6;

function rowOf(sheet: Sheet, one: Reported): string[] {
  const [own, first] = figureLines(one);
  const cells = shown.map(({ key, of }) => {
    const line = of === 'portfolio' ? own : first;
    return line === undefined ? NO_FIGURE : shownFigure(metric(key), line, of === 'portfolio');
  });
  return [one.start_date, one.as_of, ...cells, String(sheet.pageOf(one.id))];
}

const shown: ReadonlyArray<{ key: MetricKey; of: 'portfolio' | 'benchmark'; width: number; title?: string }> = [
  { key: 'total', of: 'portfolio', width: 51 },
  { key: 'net', of: 'portfolio', width: 47 },
  { key: 'net', of: 'benchmark', width: 47, title: 'Benchmark' },
  { key: 'excess', of: 'benchmark', width: 42 },
  { key: 'sharpe', of: 'portfolio', width: 34 },
  { key: 'drawdown', of: 'portfolio', width: 45 },
];

const columns: readonly PdfColumn[] = [
  { title: 'Portfolio', width: 112, align: 'left' },
  { title: 'Since', width: 48 },
  { title: 'To', width: 49 },
  ...shown.map(({ key, width, title = metric(key).short }) => ({ title, width })),
  { title: 'Page', width: 24 },
];

function opening(data: ReportData): string {
  return `The same figures as on the insights page: to ${lastDays(data)}, as each row says, and nothing later has a part in them. Returns are ${commonCostWords(data.portfolios.map(({ disclosure }) => disclosure)) ?? 'after the costs and fees that each portfolio’s page names'}, and annualized where a record is a year or longer; Sharpe ratios are over a risk-free rate of ${statedWords(data.riskFree)}. Portfolios are in the order of their annualized return.${missingWords(data)}`;
}

function missingWords({ missing }: ReportData): string {
  if (missing === 0) return '';
  return ` ${missing === 1 ? 'One more is' : `${missing} more are`} left out: the figures cannot be computed just now.`;
}

const BAR_NAME = { size: 9, color: light['ink-2'], width: 132, leading: 1.2 };

/** Draws two bars for each portfolio. On each page they are one tagged figure, whose alternative text has their values. */
function drawBars(flow: Flow, portfolios: readonly Reported[]): void {
  const { sheet } = flow;
  const gap = portfolios.length > FEW ? 22 : 28;
  const nameOf = namesBesideRates(portfolios);
  const rows = portfolios.map((one) => ({ one, name: nameOf(one), height: Math.max(gap, sheet.heightOf(nameOf(one), BAR_NAME) + 8) }));
  const values = portfolios.flatMap((one) => [one.net_return_pf, one.net_return_bm ?? 0]);
  const [low, high] = [least([0, ...values]), greatest([0.01, ...values])];
  const left = page.margin + 139;
  // Leaves room for figures beside the longest bars, on either side.
  const start = left + (low < 0 ? 40 : 0);
  const at = (value: number) => round(start + ((page.margin + inner - 46 - start) * (value - low)) / (high - low));
  flow.need(30 + gap * (rows.length > FEW ? 5 : rows.length));
  flow.y = sheet.text('Annualized net return, portfolio and benchmark', page.margin, flow.y, { size: 11, face: 'semibold', tag: 'H3' }) + 8;
  for (let from = 0; from < rows.length;) {
    const some = thatFit(rows.slice(from), flow.left());
    const height = some.reduce((sum, row) => sum + row.height, 0);
    const box = { x: page.margin, y: flow.y, width: inner, height };
    sheet.figure(barsInWords(some), box, () => drawSomeBars(sheet, some, { top: box.y, at }));
    flow.y += height;
    from += some.length;
    if (from < rows.length) flow.nextPage();
  }
}

type BarRow = { one: Reported; name: string; height: number };

/** The first rows that have room; one at least. */
function thatFit(rows: readonly BarRow[], height: number): readonly BarRow[] {
  let rest = height;
  const end = rows.findIndex((row, index) => (rest -= row.height) < 0 && index > 0);
  return end === -1 ? rows : rows.slice(0, end);
}

function barsInWords(rows: readonly BarRow[]): string {
  const said = rows.map(
    ({ one, name }) => `${name} ${signedPercent(one.net_return_pf)}, its benchmark ${signedPercent(one.net_return_bm)}`,
  );
  return `Bars of annualized net returns: ${said.join('; ')}.`;
}

type Scale = { top: number; at: (value: number) => number };

function drawSomeBars(sheet: Sheet, rows: readonly BarRow[], { top, at }: Scale): void {
  let y = top;
  for (const { one, name, height } of rows) {
    sheet.text(name, page.margin, y + 4, BAR_NAME);
    const bars = [
      { value: one.net_return_pf, color: light.primary, hollow: simulationMark(one) !== undefined },
      ...(one.net_return_bm === null ? [] : [{ value: one.net_return_bm, color: onLight['second-benchmark'] }]),
    ];
    for (const [index, bar] of bars.entries()) drawBar(sheet, { ...bar, y: y + index * 10, at });
    y += height;
  }
  sheet.doc
    .lineWidth(0.8)
    .moveTo(at(0), top - 1)
    .lineTo(at(0), y - 6)
    .stroke(light['ink-3']);
}

/** Draws a bar with its figure at its end; one that is simulated is an outline in strokes. */
function drawBar(
  sheet: Sheet,
  { value, y, color, hollow, at }: Omit<Scale, 'top'> & { value: number; y: number; color: string; hollow?: boolean },
): void {
  const [from, to] = [at(0), at(value)];
  const bar = sheet.doc.rect(Math.min(from, to), y, Math.max(0.5, Math.abs(to - from)), 9);
  if (hollow === true) bar.lineWidth(0.9).dash(2, { space: 1.2 }).stroke(color).undash();
  else bar.fill(color);
  const style = { size: 8, color: light['ink-2'] };
  const label = signedPercent(value);
  sheet.text(label, to < from ? to - 4 - sheet.widthOf(label, style) : to + 5, y - 0.8, style);
}

const READING = [
  ['total', 'What the whole record returned from its first day to the date.'],
  ['net', 'The steady yearly return that makes the same of it. Records under a year show the cumulative return.'],
  ['excess', `Annualized return less the benchmark’s, in percentage points. ${EXCESS_ROUNDING}`],
  ['sharpe', 'Return above the risk-free rate for each unit of volatility. Higher is better; it says nothing of the size of a loss.'],
  ['drawdown', 'From the highest value before to the lowest after it: what the unluckiest holder went through.'],
] as const;

export function drawReading(flow: Flow, size = 9.5): void {
  const { sheet } = flow;
  flow.need(130);
  flow.y = sheet.text('How to read it', page.margin, flow.y, { size: 11, face: 'semibold', tag: 'H3' }) + 6;
  for (const [key, words] of READING) {
    sheet.text(metric(key).short, page.margin, flow.y, { size, face: 'semibold' });
    flow.y = sheet.text(words, page.margin + 92, flow.y, { size, color: light['ink-2'], width: inner - 92, leading: 1.4 }) + 3;
  }
}
