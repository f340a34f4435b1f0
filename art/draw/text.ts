import { elementAt, present } from '../../contract/checked.ts';
import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';

export type Typeface = 'barlow' | 'barlow-condensed';
export type FontWeight = 300 | 400 | 500 | 600 | 700 | 800;

export type LetteringStyle = {
  size: number;
  face?: Typeface;
  weight?: FontWeight;
  italic?: boolean;
  /** Space added after every letter, as a fraction of the size. */
  tracking?: number;
  /** Which point of the line x refers to; y is the baseline. */
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
  /** Decimals of the outline's coordinates. */
  digits?: number;
};

/**
 * A line of text as one SVG path, in the site's typeface with kerning and tabular digits. Outlines instead of `<text>`, so that pictures and
 * separate mark files look the same on machines without Barlow.
 */
export function lettering(content: string, x: number, y: number, style: LetteringStyle): string {
  const d = outline(content, x, y, style);
  return d === '' ? '' : `<path d="${d}"${style.fill ? ` fill="${style.fill}"` : ''}/>`;
}

export function outline(content: string, x: number, y: number, style: LetteringStyle): string {
  const run = layout(content, style);
  const scale = style.size / run.unitsPerEm;
  const shift = { start: 0, middle: 0.5, end: 1 }[style.anchor ?? 'start'] * run.width;
  const pen = relativePen(style.digits ?? 2);
  let at = x - shift;
  run.glyphs.forEach((glyph, i) => {
    const position = elementAt(run.positions, i);
    for (const { command, args } of glyph.path.commands) {
      const points = args.map((value, k) =>
        k % 2 === 0 ? at + (position.xOffset + value) * scale : y - (position.yOffset + value) * scale,
      );
      pen.draw(present(letters[command]), points);
    }
    at += position.xAdvance * scale + (style.tracking ?? 0) * style.size;
  });
  return pen.path();
}

export function widthOf(content: string, style: LetteringStyle): number {
  return layout(content, style).width;
}

export function wrap(content: string, width: number, style: LetteringStyle): string[] {
  const lines: string[] = [];
  for (const word of content.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, style) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const letters: Record<string, string> = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'q',
  bezierCurveTo: 'c',
  closePath: 'z',
};

/** Writes path commands relative to the current point, in whole units of the last digit, so that rounding errors do not add up. */
function relativePen(digits: number): { draw(letter: string, points: readonly number[]): void; path(): string } {
  const unit = 10 ** digits;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let d = '';
  let previous = '';
  return {
    draw(letter, points) {
      const whole = points.map((value) => Math.round(value * unit));
      const parts = whole.map((value, k) => short((value - (k % 2 === 0 ? x : y)) / unit));
      d += (letter === previous ? join('', parts, true) : join(letter, parts, false)).replaceAll(' -', '-');
      previous = letter;
      if (letter === 'z') [x, y] = [startX, startY];
      else [x, y] = [elementAt(whole, whole.length - 2), elementAt(whole, whole.length - 1)];
      if (letter === 'm') [startX, startY] = [x, y];
    },
    path: () => d,
  };
}

function join(letter: string, parts: readonly string[], spaced: boolean): string {
  return letter + (spaced ? ' ' : '') + parts.join(' ');
}

function short(value: number): string {
  return String(Number(value.toFixed(4))).replace(/^(-?)0\./, '$1.');
}

function layout(content: string, style: LetteringStyle) {
  const font = fontOf(style);
  const run = font.layout(content, ['kern', 'tnum']);
  const tracked = (style.tracking ?? 0) * style.size * Math.max(0, run.glyphs.length - 1);
  return {
    glyphs: run.glyphs,
    positions: run.positions,
    unitsPerEm: font.unitsPerEm,
    width: (run.advanceWidth * style.size) / font.unitsPerEm + tracked,
  };
}

const fonts = new Map<string, Font>();

function fontOf({ face = 'barlow', weight = 400, italic = false }: LetteringStyle): Font {
  const file = `${face}-latin-${weight}-${italic ? 'italic' : 'normal'}.woff2`;
  let font = fonts.get(file);
  if (font === undefined) {
    font = openSync(fileURLToPath(new URL(`../../node_modules/@fontsource/${face}/files/${file}`, import.meta.url)));
    fonts.set(file, font);
  }
  return font;
}
