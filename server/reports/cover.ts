import { elementAt, present } from '../../contract/checked.ts';
import { grouped } from '../../contract/figures/format.ts';
import { legalName, RISK_WARNING } from '../../contract/legal.ts';
import { dark, onDark } from '../../ui/tokens.ts';
import { niceScale } from './pdf/chart.ts';
import { page, type Sheet } from './pdf/sheet.ts';
import { lastDays, type ReportData } from './report-page.ts';

export function drawCover(sheet: Sheet, data: ReportData): void {
  const { doc } = sheet;
  const { width, height, margin } = page;
  sheet.addPage('Cover');
  sheet.artifact(() => doc.rect(0, 0, width, height).fill(dark.canvas));
  sheet.text('Cognitive PRO', margin, 56, { size: 13, face: 'semibold', color: dark.ink });
  sheet.text(data.quarter, margin, 56, { size: 13, color: dark['ink-2'], width: width - 2 * margin, align: 'right' });
  let y = sheet.text(data.title, margin, 132, { size: 46, face: 'semibold', color: dark.ink, width: 440, leading: 1.08, tag: 'H1' });
  y = sheet.text(`To ${lastDays(data)}, net of fees`, margin, y + 18, { size: 15, color: dark['ink-2'] });
  const count = `${data.portfolios.length} ${data.portfolios.length === 1 ? 'portfolio' : 'portfolios'}`;
  y = sheet.text(`${count} beside their benchmarks`, margin, y + 2, { size: 15, color: dark['ink-2'] });
  if (data.sample) drawSampleMark(sheet, y + 20);
  const ends = data.portfolios.map(({ shortName, analytics }) => `${shortName} ${grouped(analytics.chart.pf.at(-1))}`);
  sheet.mark('Figure', () => drawGrowth(sheet, data), { alt: `Growth of 100 since each portfolio’s start: ${ends.join(', ')}.` });
  sheet.text(legalName, margin, height - 50, { size: 8, face: 'semibold', color: dark['ink-2'] });
  sheet.text(RISK_WARNING, margin, height - 38, { size: 8, color: dark['ink-2'] });
}

function drawSampleMark(sheet: Sheet, y: number): void {
  const words = 'Sample data: no real portfolio and no real market';
  const style = { size: 9.5, face: 'semibold', color: dark.canvas } as const;
  sheet.artifact(() => sheet.doc.rect(page.margin, y, sheet.widthOf(words, style) + 16, 20).fill(dark.primary));
  sheet.text(words, page.margin + 8, y + 4.2, style);
}

function drawGrowth(sheet: Sheet, { portfolios }: ReportData): void {
  const { doc } = sheet;
  const box = { x: 0, y: 420, width: page.width - 96, height: 340 };
  const longest = Math.max(...portfolios.map(({ analytics }) => analytics.chart.pf.length), 2);
  const values = portfolios.flatMap(({ analytics }) => analytics.chart.pf);
  const scale = niceScale(Math.min(...values, 100), Math.max(...values, 100), 4);
  const y = (value: number) => box.y + box.height * (1 - (value - scale.low) / (scale.high - scale.low));
  for (const tick of scale.ticks) sheet.rule(0, y(tick), page.width, dark.line);
  const colors = onDark.lines;
  portfolios.forEach(({ analytics }, index) => {
    const line = analytics.chart.pf;
    const color = elementAt(colors, index % colors.length);
    const x = (t: number) => box.width * ((longest - line.length + t) / (longest - 1));
    line.forEach((value, t) => (t === 0 ? doc.moveTo(x(t), y(value)) : doc.lineTo(x(t), y(value))));
    doc
      .lineWidth(index === 0 ? 1.8 : 1)
      .lineJoin('round')
      .stroke(color);
    doc.circle(box.width, y(elementAt(line, line.length - 1)), 2.4).fill(color);
  });
  drawEnds(
    sheet,
    box.width + 8,
    portfolios.map(({ shortName, analytics }, index) => ({
      name: shortName,
      y: y(present(analytics.chart.pf.at(-1))),
      color: elementAt(colors, index % colors.length),
    })),
  );
}

function drawEnds(sheet: Sheet, x: number, ends: readonly { name: string; y: number; color: string }[]): void {
  let free = Number.NEGATIVE_INFINITY;
  for (const { name, y, color } of ends.toSorted((a, b) => a.y - b.y)) {
    const style = { size: 7.5, color, width: page.width - x - 10, leading: 1.15 };
    const height = sheet.heightOf(name, style);
    const top = Math.max(y - height / 2, free);
    sheet.text(name, x, top, style);
    free = top + height + 2;
  }
}
