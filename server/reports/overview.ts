import { NO_FIGURE, percent, signedPercent } from '../../contract/figures/format.ts';
import { EXCESS_ROUNDING, figureLines, metric, shownFigure, type MetricKey } from '../../contract/figures/metrics.ts';
import { light, onLight } from '../../ui/tokens.ts';
import { inner, page, type Sheet } from './pdf/sheet.ts';
import { drawTable, type PdfColumn } from './pdf/pdf-table.ts';
import { beginPage, lastDays, type ReportData } from './report-page.ts';

export function drawOverview(sheet: Sheet, data: ReportData): void {
  const x = page.margin;
  let y = beginPage(sheet, data, 'Overview');
  y = sheet.text('Overview', x, y, { size: 26, face: 'semibold', tag: 'H2' }) + 6;
  y = sheet.text(opening(data), x, y, { size: 10.5, color: light['ink-2'], width: 400, leading: 1.5 }) + 22;
  y = drawTable(sheet, { x, y }, columns, {
    rows: data.portfolios.map((one) => {
      const [own, first] = figureLines(one);
      const cells = shown.map(({ key, of }) => {
        const line = of === 'portfolio' ? own : first;
        return line === undefined ? NO_FIGURE : shownFigure(metric(key), line, of === 'portfolio');
      });
      return [one.shortName, one.start_date, one.as_of, ...cells];
    }),
    row: 24,
    size: 9,
    strong: (_, column) => column === 0 || column === 4,
  });
  y = sheet.text('Annualized net return, portfolio and benchmark', x, y + 40, { size: 11, face: 'semibold', tag: 'H3' });
  y = sheet.mark('Figure', () => drawBars(sheet, data, y + 10), { alt: barsInWords(data) });
  drawReading(sheet, y + 34);
}

const shown: ReadonlyArray<{ key: MetricKey; of: 'portfolio' | 'benchmark'; width: number; title?: string }> = [
  { key: 'total', of: 'portfolio', width: 53 },
  { key: 'net', of: 'portfolio', width: 49 },
  { key: 'net', of: 'benchmark', width: 49, title: 'Benchmark' },
  { key: 'excess', of: 'benchmark', width: 44 },
  { key: 'sharpe', of: 'portfolio', width: 36 },
  { key: 'drawdown', of: 'portfolio', width: 48 },
];

const columns: readonly PdfColumn[] = [
  { title: 'Portfolio', width: 113, align: 'left' },
  { title: 'Since', width: 51 },
  { title: 'To', width: 56 },
  ...shown.map(({ key, width, title = metric(key).short }) => ({ title, width })),
];

function opening(data: ReportData): string {
  return `The same figures as on the insights page: to ${lastDays(data)}, as each row says, and nothing later has a part in them. Returns are net of fees and annualized where a record is a year or longer; Sharpe ratios are over a risk-free rate of ${percent(data.riskFree)} a year. Portfolios are in the order of their annualized return.${missingWords(data)}`;
}

function missingWords({ missing }: ReportData): string {
  if (missing === 0) return '';
  return ` ${missing === 1 ? 'One more is' : `${missing} more are`} left out: the figures cannot be computed just now.`;
}

function barsInWords({ portfolios }: ReportData): string {
  const said = portfolios.map(
    (one) => `${one.shortName} ${signedPercent(one.net_return_pf)}, its benchmark ${signedPercent(one.net_return_bm)}`,
  );
  return `Bars of annualized net returns: ${said.join('; ')}.`;
}

function drawBars(sheet: Sheet, { portfolios }: ReportData, top: number): number {
  const x = page.margin;
  let y = top;
  const values = portfolios.flatMap((one) => [one.net_return_pf, one.net_return_bm ?? 0]);
  const low = Math.min(0, ...values);
  const high = Math.max(0.01, ...values);
  const left = x + 139;
  const width = inner - 139 - 46;
  const at = (value: number) => left + (width * (value - low)) / (high - low);
  for (const one of portfolios) {
    sheet.text(one.shortName, x, y + 3, { size: 9, color: light['ink-2'] });
    bar(sheet, { from: at(0), to: at(one.net_return_pf), y, color: light.primary, label: signedPercent(one.net_return_pf) });
    if (one.net_return_bm !== null) {
      bar(sheet, {
        from: at(0),
        to: at(one.net_return_bm),
        y: y + 10,
        color: onLight['second-benchmark'],
        label: signedPercent(one.net_return_bm),
      });
    }
    y += 28;
  }
  sheet.doc
    .lineWidth(0.8)
    .moveTo(at(0), top - 1)
    .lineTo(at(0), y - 6)
    .stroke(light['ink-3']);
  return y;
}

function bar(sheet: Sheet, { from, to, y, color, label }: { from: number; to: number; y: number; color: string; label: string }): void {
  sheet.doc.rect(Math.min(from, to), y, Math.max(0.5, Math.abs(to - from)), 9).fill(color);
  sheet.text(label, Math.max(from, to) + 5, y - 0.8, { size: 8, color: light['ink-2'] });
}

const READING = [
  ['total', 'What the whole record returned from its first day to the date.'],
  ['net', 'The steady yearly return that makes the same of it. Records under a year show the cumulative return.'],
  ['excess', `Annualized return less the benchmark’s, in percentage points. ${EXCESS_ROUNDING}`],
  ['sharpe', 'Return above the risk-free rate for each unit of volatility. Higher is better; it says nothing of the size of a loss.'],
  ['drawdown', 'From the highest value before to the lowest after it: what the unluckiest holder went through.'],
] as const;

function drawReading(sheet: Sheet, top: number): void {
  let y = sheet.text('How to read it', page.margin, top, { size: 11, face: 'semibold', tag: 'H3' }) + 6;
  for (const [key, words] of READING) {
    sheet.text(metric(key).short, page.margin, y, { size: 9.5, face: 'semibold' });
    y = sheet.text(words, page.margin + 92, y, { size: 9.5, color: light['ink-2'], width: inner - 92, leading: 1.4 }) + 3;
  }
}
