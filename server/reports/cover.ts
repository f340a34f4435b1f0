import { elementAt } from '../../contract/checked.ts';
import { simulationMark } from '../../contract/figures/disclosure-words.ts';
import { grouped } from '../../contract/figures/format.ts';
import { marketingMark } from '../../contract/legal-details.ts';
import { dark, onDark } from '../../ui/tokens.ts';
import { greatest, least, niceScale, placesOf, thinned } from './pdf/chart.ts';
import { inner, page, round, type Sheet } from './pdf/sheet.ts';
import { basisOfAll, drawSampleMark, markWords, namesAmong, type ReportData, type Reported } from './report-page.ts';

export function drawCover(sheet: Sheet, data: ReportData): void {
  const { width, height, margin } = page;
  const { portfolios } = data;
  sheet.addPage();
  sheet.bookmark('Cover');
  sheet.artifact(() => sheet.doc.rect(0, 0, width, height).fill(dark.canvas));
  sheet.text(data.company.platform, margin, 56, { size: 13, face: 'semibold', color: dark.ink });
  sheet.text(data.quarter, margin, 56, { size: 13, color: dark['ink-2'], width: inner, align: 'right' });
  const line = { size: 15, color: dark['ink-2'], width: 440 };
  let y = sheet.text(data.title, margin, 132, { size: 46, face: 'semibold', color: dark.ink, width: 440, leading: 1.08, tag: 'H1' });
  y = sheet.text(basisOfAll(data), margin, y + 18, line);
  const count = `${portfolios.length} ${portfolios.length === 1 ? 'portfolio' : 'portfolios'}`;
  y = sheet.text(`${count} beside their benchmarks`, margin, y + 2, line);
  y = sheet.text(data.company.legal.riskWarning, margin, y + 8, { ...line, face: 'semibold', color: dark.ink });
  const sample = markWords(portfolios);
  if (sample !== undefined) drawSampleMark(sheet, sample, { x: margin, y: y + 16, size: 10, color: dark.canvas, ground: dark.primary });
  drawGrowth(sheet, portfolios);
  sheet.text(marketingMark(data.company), margin, height - 40, { size: 8, face: 'semibold', color: dark['ink-2'] });
  const number = `${sheet.pages()} of ${sheet.total()}`;
  sheet.artifact(() => sheet.text(number, margin, height - 40, { size: 8, color: dark['ink-2'], width: inner, align: 'right' }));
}

type End = { name: string; y: number; height: number; color: string };

/** Draws the growth of every portfolio; the names stand at the lines' ends where there is room for all. */
function drawGrowth(sheet: Sheet, portfolios: readonly Reported[]): void {
  const box = { x: 0, y: 430, width: page.width - 126, height: 330 };
  const values = portfolios.flatMap(({ analytics }) => analytics.chart.pf);
  const scale = niceScale(least([...values, 100]), greatest([...values, 100]), 4);
  const y = (value: number) => box.y + box.height * (1 - (value - scale.low) / (scale.high - scale.low));
  const nameOf = namesAmong(portfolios);
  const ends = portfolios.map((one, index) => ({
    name: nameOf(one),
    y: y(endOf(one)),
    height: sheet.heightOf(nameOf(one), nameStyle) + 2,
    color: elementAt(onDark.lines, index % onDark.lines.length),
  }));
  const named = ends.reduce((sum, { height }) => sum + height, 0) <= box.height;
  sheet.figure(growthInWords(portfolios), box, () => {
    for (const tick of scale.ticks) sheet.rule(0, y(tick), page.width, dark.line);
    drawLines(sheet, { width: named ? box.width : page.width, y, named }, portfolios, ends);
    if (named) drawEnds(sheet, box.y + box.height, ends);
  });
}

type Plot = { width: number; y: (value: number) => number; named: boolean };

function drawLines({ doc }: Sheet, { width, y, named }: Plot, portfolios: readonly Reported[], ends: readonly End[]): void {
  const days = portfolios.flatMap(({ start_date, as_of }) => [start_date, as_of]).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  for (const [index, one] of portfolios.entries()) {
    const line = one.analytics.chart.pf;
    const end = elementAt(ends, index);
    const xs = placesOf(one.analytics.chart.days, { x: 0, width }, [first, last]);
    const points = line.map((value, t) => [round(elementAt(xs, t)), round(y(value))] as const);
    thinned(points).forEach(([px, py], n) => (n === 0 ? doc.moveTo(px, py) : doc.lineTo(px, py)));
    const thick = !named ? 0.6 : index === 0 ? 1.8 : 1;
    const isSimulated = simulationMark(one) !== undefined;
    if (isSimulated) doc.dash(3, { space: 1.5 });
    doc.lineWidth(thick).lineJoin('round').stroke(end.color);
    if (isSimulated) doc.undash();
    if (named) doc.circle(elementAt(xs, xs.length - 1), end.y, 2.4).fill(end.color);
  }
}

const nameStyle = { size: 7.5, width: 70, leading: 1.15 };

/** Draws the names in the order of the lines' ends, moved where they would overlap. */
function drawEnds(sheet: Sheet, bottom: number, ends: readonly End[]): void {
  const sorted = ends.toSorted((a, b) => a.y - b.y);
  let rest = sorted.reduce((sum, { height }) => sum + height, 0);
  let free = Number.NEGATIVE_INFINITY;
  for (const { name, y, height, color } of sorted) {
    const top = Math.min(Math.max(y - height / 2, free), bottom - rest);
    sheet.text(name, page.width - 118, top, { ...nameStyle, color });
    free = top + height;
    rest -= height;
  }
}

/** Most portfolios that the alternative text names; of more it gives only the lowest and the highest value. */
const SAID = 12;

function growthInWords(portfolios: readonly Reported[]): string {
  const nameOf = namesAmong(portfolios);
  const ends = portfolios.map((one) => ({ name: nameOf(one), end: endOf(one) }));
  if (ends.length <= SAID)
    return `Growth of 100 since each portfolio’s start: ${ends.map(({ name, end }) => `${name} ${grouped(end)}`).join(', ')}.`;
  const values = ends.map(({ end }) => end);
  return `Growth of 100 since each portfolio’s start, ${ends.length} portfolios: from ${grouped(least(values))} to ${grouped(greatest(values))}.`;
}

function endOf({ analytics: { chart } }: Reported): number {
  return elementAt(chart.pf, chart.pf.length - 1);
}
