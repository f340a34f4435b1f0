import { present } from '../../contract/checked.ts';
import { grouped, longDate, MONTHS, signed, signedPercent } from '../../contract/figures/format.ts';
import { figureLines, metric, metrics, shownFigure } from '../../contract/figures/metrics.ts';
import { light, onLight } from '../../ui/tokens.ts';
import { drawChart, drawLegend } from './pdf/chart.ts';
import { inner, page, type Sheet } from './pdf/sheet.ts';
import { drawTable, type PdfColumn } from './pdf/pdf-table.ts';
import { beginPage, type ReportData, type Reported } from './report-page.ts';

const BENCHMARK = { color: onLight.benchmark, dash: undefined };
const BENCHMARK2 = { color: onLight['second-benchmark'], dash: 2.5 };

export function drawPortfolio(sheet: Sheet, data: ReportData, one: Reported): void {
  const x = page.margin;
  let y = beginPage(sheet, data, one.name);
  y = sheet.text(one.name, x, y, { size: 24, face: 'semibold', tag: 'H2' });
  if (one.subName !== '') y = sheet.text(one.subName, x, y, { size: 11, color: light['ink-3'] });
  const described = sheet.text(one.description, x, y + 8, { size: 9.5, color: light['ink-2'], width: 290, leading: 1.45 });
  const stated = drawFacts(sheet, one, x + 318, y + 8);
  y = drawHeadline(sheet, one, Math.max(described, stated) + 12);
  y = drawGrowth(sheet, one, y + 14);
  y = drawFigures(sheet, one, y + 16);
  drawMonths(sheet, one, y + 14);
}

function drawFacts(sheet: Sheet, one: Reported, x: number, top: number): number {
  const facts = [
    ['Managed since', longDate(one.start_date)],
    ['Values up to', longDate(one.as_of)],
    ['Benchmark', one.benchmark ?? 'none'],
    ...(one.benchmark2 === null ? [] : [['Second', one.benchmark2]]),
  ];
  let y = top;
  for (const [name, value] of facts) {
    y = sheet.mark('P', () => {
      sheet.text(present(name), x, y, { size: 8.5, color: light['ink-3'] });
      return sheet.text(present(value), x + 68, y, { size: 8.5, width: page.width - page.margin - x - 68, leading: 1.35 }) + 2;
    });
  }
  return y;
}

function drawHeadline(sheet: Sheet, one: Reported, top: number): number {
  const annual = one.net_return_pf === one.total_return_pf && one.sharpe_pf === null ? 'Net return, under a year' : metric('net').label;
  const [own] = figureLines(one);
  const figures = (['net', 'total', 'sharpe', 'drawdown'] as const).map((key) => {
    const row = metric(key);
    return [key === 'net' ? annual : row.label, shownFigure(row, own, true)] as const;
  });
  sheet.artifact(() => sheet.doc.rect(page.margin, top, inner, 52).fill(light.surface));
  figures.forEach(([name, value], index) => {
    const x = page.margin + 14 + (index * inner) / 4;
    const color = value.startsWith('−') ? light.loss : light.ink;
    sheet.mark('P', () => {
      sheet.text(name, x, top + 8, { size: 8, color: light['ink-3'] });
      sheet.text(value, x, top + 18, { size: 24, face: 'condensed', color, leading: 1.2 });
    });
  });
  return top + 52;
}

function drawGrowth(sheet: Sheet, one: Reported, top: number): number {
  const x = page.margin;
  sheet.text('Growth of 100, net of fees', x, top, { size: 9.5, face: 'semibold', tag: 'H3' });
  const { growth, falls } = chartsInWords(one);
  sheet.mark('Figure', () => drawLines(sheet, one, top), { alt: growth });
  const y = top + 178;
  sheet.text('Below the highest value so far', x, y, { size: 9.5, face: 'semibold', tag: 'H3' });
  sheet.mark('Figure', () => drawFalls(sheet, one, y + 16), { alt: falls });
  return y + 70;
}

function chartsInWords({ shortName, benchmark, benchmark2, start_date, as_of, analytics }: Reported): { growth: string; falls: string } {
  const { chart, pf } = analytics;
  const ends = [
    [shortName, chart.pf],
    [benchmark, chart.bm],
    [benchmark2, chart.bm2],
  ] as const;
  const said = ends.flatMap(([name, line]) => (name === null || line === null ? [] : [`${name} ${grouped(line.at(-1), 2)}`]));
  const days = `from ${longDate(start_date)} to ${longDate(as_of)}`;
  return {
    growth: `Lines of growth of 100 ${days}: ${said.join(', ')}.`,
    falls: `How far ${shortName} stood below its highest value so far, ${days}: ${signedPercent(pf.max_drawdown)} at most.`,
  };
}

function drawLines(sheet: Sheet, { shortName, benchmark, benchmark2, analytics: { chart } }: Reported, top: number): void {
  const x = page.margin;
  drawLegend(sheet, x + 150, top + 1, [
    { name: shortName, color: light.primary },
    ...(benchmark === null ? [] : [{ name: benchmark, color: BENCHMARK.color }]),
    ...(benchmark2 === null ? [] : [{ name: benchmark2, ...BENCHMARK2 }]),
  ]);
  const lines = [
    ...(chart.bm2 === null ? [] : [{ values: chart.bm2, ...BENCHMARK2, width: 0.9 }]),
    ...(chart.bm === null ? [] : [{ values: chart.bm, color: BENCHMARK.color, width: 0.9 }]),
    { values: chart.pf, color: light.primary, width: 1.3 },
  ];
  drawChart(sheet, { x, y: top + 18, width: inner, height: 150 }, { days: chart.days, lines, format: String });
}

function drawFalls(sheet: Sheet, { analytics: { chart } }: Reported, y: number): void {
  drawChart(
    sheet,
    { x: page.margin, y, width: inner, height: 52 },
    {
      lines: [{ values: chart.drawdown, color: light.loss, width: 0.8, area: true }],
      format: (value) => signedPercent(value, 0),
      ticks: 2,
      within: [-1, 0],
    },
  );
}

function drawFigures(sheet: Sheet, one: Reported, top: number): number {
  const { analytics } = one;
  const lines = figureLines(one);
  const second = lines.length > 2;
  const rows = metrics.map((row) => [row.label, ...lines.map((line, index) => shownFigure(row, line, index === 0))]);
  const width = second ? 55 : 70;
  const left = drawTable(
    sheet,
    { x: page.margin, y: top },
    columns(['Since start', 94], ['Portfolio', 'Benchmark', 'Second'], width, second),
    { rows, strong: (_, column) => column === 1 },
  );
  const years = analytics.years.map((year) => [
    `${year.year}${year.partial ? ' *' : ''}`,
    signedPercent(year.pf),
    signedPercent(year.bm),
    ...(second ? [signedPercent(year.bm2)] : []),
  ]);
  const x = page.margin + inner - (second ? 3 : 2) * width - 52;
  const right = drawTable(sheet, { x, y: top }, columns(['Year', 52], ['Portfolio', 'Benchmark', 'Second'], width, second), {
    rows: years.slice(-9),
    strong: (_, column) => column === 1,
  });
  return Math.max(left, right);
}

function columns([title, first]: readonly [string, number], names: readonly string[], width: number, second: boolean): PdfColumn[] {
  return [{ title, width: first, align: 'left' }, ...(second ? names : names.slice(0, 2)).map((name) => ({ title: name, width }))];
}

/** Draws the monthly returns of the latest nine years. */
function drawMonths(sheet: Sheet, { analytics }: Reported, top: number): void {
  const heads: PdfColumn[] = [
    { title: 'Month, %', width: 43.3, align: 'left' },
    ...MONTHS.map((month) => ({ title: month.slice(0, 3), width: 33.5 })),
    { title: 'Year', width: 54 },
  ];
  const rows = analytics.years.slice(-9).map((year) => [
    `${year.year}${year.partial ? ' *' : ''}`,
    ...MONTHS.map((_, index) => {
      const month = analytics.months.find((one) => one.year === year.year && one.month === index + 1);
      return month === undefined ? '' : signed(month.pf);
    }),
    signed(year.pf),
  ]);
  const y = drawTable(sheet, { x: page.margin, y: top }, heads, { rows, size: 7.6, row: 12.5, strong: (_, column) => column === 13 });
  if (analytics.years.some((year) => year.partial)) {
    sheet.text('* a part of the year', page.margin, y + 3, { size: 7.5, color: light['ink-3'] });
  }
}
