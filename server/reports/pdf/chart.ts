import { elementAt, present } from '../../../contract/checked.ts';
import { knownDay } from '../../../contract/figures/days.ts';
import { grouped, signedPercent } from '../../../contract/figures/format.ts';
import { light } from '../../../ui/tokens.ts';
import { round, type Box, type Sheet } from './sheet.ts';

export type Line = { values: readonly (number | null)[]; color: string; width?: number; dash?: number; area?: boolean };

export type ChartOptions = {
  /** ISO dates of the values, by which they are placed. */
  days: readonly string[];
  /** Marks the beginning of each year below. */
  years?: boolean;
  lines: readonly Line[];
  format: (value: number) => string;
  ticks?: number;
  /** Least and greatest value that the scale must include. */
  within?: readonly [number, number];
};

export function drawChart(sheet: Sheet, box: Box, { days, years = false, lines, format, ticks = 4, within }: ChartOptions): void {
  const all = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const scale = niceScale(least([...all, ...(within ?? [])]), greatest([...all, ...(within ?? [])]), ticks);
  const plot = { ...box, width: box.width - 34, height: box.height - (years ? 14 : 0) };
  const y = (value: number) => plot.y + plot.height * (1 - (value - scale.low) / (scale.high - scale.low));
  const { doc } = sheet;
  for (const tick of scale.ticks) {
    sheet.rule(plot.x, y(tick), plot.width, light.line);
    sheet.text(format(tick), plot.x + plot.width + 5, y(tick) - 4.4, { size: 7.5, color: light['ink-3'] });
  }
  const xs = placesOf(days, plot);
  if (years) drawYears(sheet, plot, { days, xs });
  doc
    .save()
    .rect(plot.x, plot.y - 1, plot.width, plot.height + 2)
    .clip();
  for (const line of lines) drawLine(doc, { xs, y }, line);
  doc.restore();
}

/** The x of each day on a time axis between two days, by default the first and the last: equal times have equal distances. */
export function placesOf(
  days: readonly string[],
  { x, width }: Pick<Box, 'x' | 'width'>,
  [from, to] = [elementAt(days, 0), elementAt(days, days.length - 1)] as const,
): number[] {
  const first = knownDay(from);
  const span = Math.max(knownDay(to) - first, 1);
  return days.map((day) => x + (width * (knownDay(day) - first)) / span);
}

/** Width that the number of a year needs, in points. */
const YEAR_WIDTH = 22;

/** Marks the beginning of each year, and labels as many years, evenly, as there is room for. */
function drawYears(sheet: Sheet, plot: Box, { days, xs }: { days: readonly string[]; xs: readonly number[] }): void {
  const begins = days.flatMap((day, t) => (t === 0 || day.slice(0, 4) === elementAt(days, t - 1).slice(0, 4) ? [] : [t]));
  const places = begins.map((t) => elementAt(xs, t));
  const span = places.length < 2 ? plot.width : (present(places.at(-1)) - elementAt(places, 0)) / (places.length - 1);
  const every = Math.ceil(YEAR_WIDTH / span);
  for (const [index, place] of places.entries()) {
    const x = round(place);
    sheet.doc
      .lineWidth(0.6)
      .moveTo(x, plot.y + plot.height)
      .lineTo(x, plot.y + plot.height + 3)
      .stroke(light['ink-3']);
    if (index % every !== 0 || x > plot.x + plot.width - 16) continue;
    sheet.text(elementAt(days, elementAt(begins, index)).slice(0, 4), x, plot.y + plot.height + 4, { size: 7.5, color: light['ink-3'] });
  }
}

type Places = { xs: readonly number[]; y: (value: number) => number };

function drawLine(doc: PDFKit.PDFDocument, { xs, y }: Places, { values, color, width = 1.1, dash, area }: Line): void {
  const points = thinned(values.flatMap((value, t) => (value === null ? [] : [[tenth(elementAt(xs, t)), tenth(y(value))] as const])));
  if (points.length === 0) return;
  const trace = () => points.forEach(([px, py], index) => (index === 0 ? doc.moveTo(px, py) : doc.lineTo(px, py)));
  if (area === true) {
    trace();
    doc.lineTo(elementAt(points, points.length - 1)[0], round(y(0)));
    doc
      .lineTo(elementAt(points, 0)[0], round(y(0)))
      .closePath()
      .fillColor(color, 0.14)
      .fill();
    doc.fillOpacity(1);
  }
  trace();
  doc.lineWidth(width).lineJoin('round');
  if (dash !== undefined) doc.dash(dash, { space: dash });
  doc.stroke(color);
  doc.undash();
}

type Point = readonly [x: number, y: number];

/** The points of a line that can be seen: of those within a point's width (1/72 inch) the highest and the lowest, and both ends of the line. */
export function thinned(points: readonly Point[]): Point[] {
  const columns = Map.groupBy(points.slice(1, -1), ([x]) => Math.floor(x));
  const seen = [...columns.values()].flatMap((column) => {
    if (column.length <= 2) return column;
    const heights = column.map(([, y]) => y);
    const extremes = [heights.indexOf(least(heights)), heights.indexOf(greatest(heights))].sort((a, b) => a - b);
    return extremes.map((index) => elementAt(column, index));
  });
  return [...points.slice(0, 1), ...seen, ...points.slice(1).slice(-1)];
}

export type LegendItem = { name: string; color: string; dash?: number | undefined };

/** Draws a legend, on as many lines as it needs. */
export function drawLegend(sheet: Sheet, { x, y, width }: Omit<Box, 'height'>, items: readonly LegendItem[]): void {
  for (const { item, left, top, needed } of placed(sheet, width, items).places) {
    sheet.artifact(() => {
      const line = sheet.doc.lineWidth(1.6);
      if (item.dash !== undefined) line.dash(item.dash, { space: item.dash });
      line
        .moveTo(x + left, y + top + 5)
        .lineTo(x + left + 14, y + top + 5)
        .stroke(item.color)
        .undash();
    });
    sheet.text(item.name, x + left + 18, y + top, { ...LEGEND, width: needed });
  }
}

export function heightOfLegend(sheet: Sheet, width: number, items: readonly LegendItem[]): number {
  return placed(sheet, width, items).height;
}

const LEGEND = { size: 8, color: light['ink-2'], leading: 1.35 };

function placed(sheet: Sheet, width: number, items: readonly LegendItem[]) {
  let at = { left: 0, top: 0 };
  let height = 0;
  const places = items.map((item) => {
    const needed = Math.min(sheet.widthOf(item.name, LEGEND) + 1, width - 18);
    if (at.left > 0 && at.left + 18 + needed > width) at = { left: 0, top: height };
    const place = { item, ...at, needed };
    height = Math.max(height, at.top + sheet.heightOf(item.name, { ...LEGEND, width: needed }));
    at = { ...at, left: at.left + 18 + needed + 16 };
    return place;
  });
  return { places, height };
}

/** A scale with round steps (1, 2 or 5 times a power of ten) that includes both values. */
export function niceScale(low: number, high: number, count: number): { low: number; high: number; ticks: number[] } {
  const range = Math.max(high - low, Math.abs(high) * 0.02, 1e-9);
  const rough = range / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = present([1, 2, 5, 10].find((factor) => factor * power >= rough)) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
  return { low: elementAt(ticks, 0), high: elementAt(ticks, ticks.length - 1), ticks };
}

/** A tick of a scale with as many decimals as it has: `1,500`, `100.5`. */
export function tickNumber(tick: number): string {
  return grouped(tick, decimalsOf(tick));
}

/** The same of a change in percent: `−0.5%`, `+10%`. */
export function tickPercent(tick: number): string {
  return signedPercent(tick, decimalsOf(tick));
}

function decimalsOf(tick: number): number {
  return String(tick).split('.')[1]?.length ?? 0;
}

/** Unlike Math.min, for any number of values. */
export function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b));
}

export function greatest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b));
}

/** Rounds to a tenth of a point (720 dots an inch), to keep files small: most numbers in them are coordinates of lines. */
function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
