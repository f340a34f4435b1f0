import { signedPercent } from '../../contract/figures/format.ts';
import { lettering as letters, type LetteringStyle, widthOf } from '../draw/text.ts';
import { dark, onDark } from '../../ui/tokens.ts';

export type Bounds = { x: number; y: number; w: number; h: number };

/** The platform's dark palette, and a second hue for comparisons. */
export const ink = {
  canvas: dark.canvas,
  surface: dark.surface,
  raised: dark.raised,
  surface2: dark['surface-2'],
  line: dark.line,
  strong: dark['line-strong'],
  text: dark.ink,
  text2: dark['ink-2'],
  text3: dark['ink-3'],
  primary: dark.primary,
  soft: dark['primary-soft'],
  blue: onDark.comparison,
  gain: dark.gain,
  loss: dark.loss,
} as const;

type Words = Partial<LetteringStyle> & { bold?: boolean };

export function textAt(content: string | number, x: number, y: number, { bold, ...style }: Words = {}): string {
  return letters(String(content), x, y, { size: 13, fill: ink.text2, ...(bold && { weight: 600 }), ...style });
}

export function figure(content: string, x: number, y: number, size: number, style: Words = {}): string {
  return textAt(content, x, y, { size, face: 'barlow-condensed', weight: 500, fill: ink.text, ...style });
}

export function rect({ x, y, w, h }: Bounds, fill: string, { radius = 0, stroke = '' } = {}): string {
  const edge = stroke ? ` stroke="${stroke}"` : '';
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${radius}" fill="${fill}"${edge}/>`;
}

export function path(d: string, stroke: string, width = 1.5, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round" ${more}/>`;
}

export function area(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}" fill-opacity="${opacity}"/>`;
}

export function rule(x: number, y: number, w: number, colour: string = ink.line): string {
  return path(`M${n(x)} ${n(y)}h${n(w)}`, colour, 1);
}

export function panel(box: Bounds, title: string, inside: (box: Bounds) => string, { note = '' } = {}): string {
  const head = title ? 44 : 14;
  const inner = { x: box.x + 18, y: box.y + head, w: box.w - 36, h: box.h - head - 16 };
  return (
    rect(box, ink.surface, { radius: 8, stroke: ink.line }) +
    (title ? textAt(title, box.x + 18, box.y + 28, { bold: true, size: 14, fill: ink.text }) : '') +
    (note ? textAt(note, box.x + box.w - 18, box.y + 28, { size: 12, anchor: 'end', fill: ink.text3 }) : '') +
    inside(inner)
  );
}

export function chip(content: string, x: number, y: number, { on = false } = {}): { svg: string; w: number } {
  const w = widthOf(content, { size: 12.5, weight: on ? 600 : 400 }) + 22;
  const svg =
    rect({ x, y, w, h: 26 }, on ? ink.soft : 'none', { radius: 13, stroke: on ? ink.primary : ink.line }) +
    textAt(content, x + 11, y + 17.3, { size: 12.5, bold: on, fill: on ? ink.primary : ink.text2 });
  return { svg, w };
}

export function chips(items: readonly string[], x: number, y: number, chosen = 0): string {
  let at = x;
  return items
    .map((item, i) => {
      const { svg, w } = chip(item, at, y, { on: i === chosen });
      at += w + 8;
      return svg;
    })
    .join('');
}

export function button(content: string, box: Bounds, { main = true } = {}): string {
  return (
    rect(box, main ? ink.primary : 'none', { radius: 4, stroke: main ? ink.primary : ink.strong }) +
    textAt(content, box.x + box.w / 2, box.y + box.h / 2 + 4.6, {
      bold: true,
      anchor: 'middle',
      fill: main ? dark['on-primary'] : ink.text,
    })
  );
}

export type TableColumn<Row> = {
  title: string;
  /** Fraction of the table's width. */
  share: number;
  end?: boolean;
  cell(row: Row, box: Bounds): string;
};

export function screenTable<Row>(
  box: Bounds,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  rowHeight = 34,
  chosen = -1,
): string {
  const total = columns.reduce((sum, column) => sum + column.share, 0);
  let at = box.x;
  const places = columns.map((column) => {
    const w = (box.w * column.share) / total;
    at += w;
    return { x: at - w, w };
  });
  const head = columns.map((column, i) => {
    const { x, w } = places[i];
    return textAt(column.title, column.end ? x + w - 6 : x, box.y + 12, {
      size: 11.5,
      fill: ink.text3,
      anchor: column.end ? 'end' : 'start',
    });
  });
  const body = rows.map((row, r) => {
    const y = box.y + 22 + r * rowHeight;
    const mark = r === chosen ? rect({ x: box.x - 10, y: y + 1, w: box.w + 20, h: rowHeight - 2 }, ink.surface2, { radius: 4 }) : '';
    return mark + rule(box.x, y, box.w) + columns.map((column, i) => column.cell(row, { ...places[i], y, h: rowHeight })).join('');
  });
  return head.join('') + body.join('');
}

export function cell(content: string | number, box: Bounds, { end = false, ...style }: Words & { end?: boolean } = {}): string {
  return textAt(content, end ? box.x + box.w - 6 : box.x, box.y + box.h / 2 + 4.6, { ...style, anchor: end ? 'end' : 'start' });
}

/** A change as text with its colour: one that is rounded to 0 is neither a gain nor a loss. */
export function change(value: number, digits = 2): { content: string; fill: string } {
  const content = signedPercent(value, digits);
  return { content, fill: content.startsWith('−') ? ink.loss : content.startsWith('+') ? ink.gain : ink.text2 };
}

export function changeCell(value: number, box: Bounds, digits = 2): string {
  const { content, fill } = change(value, digits);
  return cell(content, box, { end: true, fill });
}

export function stat(
  name: string,
  value: string,
  x: number,
  y: number,
  { size = 26, fill = ink.text }: { size?: number; fill?: string } = {},
): string {
  return textAt(name, x, y, { size: 12, fill: ink.text3 }) + figure(value, x, y + size * 1.08, size, { fill });
}

export function arrow(up: boolean, x: number, y: number): string {
  return area(up ? `M${x} ${y}h9l-4.5-8z` : `M${x} ${y - 8}h9l-4.5 8z`, up ? ink.gain : ink.loss);
}

/** Rounded to keep the file small. */
export function n(value: number): number {
  return Math.round(value * 100) / 100;
}

export function money(value: number, digits = 0): string {
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function day(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}
