import type { Sheet } from '../../server/reports/pdf/sheet.ts';
import { light } from '../../ui/tokens.ts';

export type Piece = {
  width: number;
  above: number;
  below: number;
  draw(x: number, baseline: number): void;
  /** As one line of text. */ said: string;
};

export type FormulaKit = {
  row: (...parts: readonly (Piece | string)[]) => Piece;
  fraction: (top: Piece, bottom: Piece) => Piece;
  root: (inside: Piece) => Piece;
  sub: (content: string) => Piece;
  sup: (content: string) => Piece;
  sum: () => Piece;
  product: () => Piece;
};

type Pen = { sheet: Sheet; size: number };

const color = light.ink;

/** Draws formulas: fractions, roots, powers and large signs, as paths if the typeface lacks them. */
export function formulaKit(sheet: Sheet, size = 12): FormulaKit {
  const pen = { sheet, size };
  return {
    row: (...parts) => row(pen, parts),
    fraction: (top, bottom) => fraction(pen, top, bottom),
    root: (inside) => root(pen, inside),
    sub: (content) => shifted(pen, content, size * 0.24),
    sup: (content) => shifted(pen, content, -size * 0.38),
    sum: () => bigSign(pen, SUM, size * 0.66),
    product: () => bigSign(pen, PRODUCT, size * 0.72),
  };
}

/** Words are upright, single-letter quantities italic, as usual in mathematics. */
function text({ sheet, size }: Pen, content: string): Piece {
  const runs = content.split(/((?<![A-Za-z])[A-Za-z](?![A-Za-z]))/).filter((run) => run !== '');
  const styles = runs.map((run) => ({ size, color, ...(/^[A-Za-z]$/.test(run) && { face: 'italic' as const }) }));
  const widths = runs.map((run, index) => sheet.widthOf(run, styles[index]));
  return {
    width: widths.reduce((sum, width) => sum + width, 0),
    above: size * 0.74,
    below: size * 0.2,
    said: content,
    draw(x, baseline) {
      let at = x;
      for (const [index, run] of runs.entries()) {
        sheet.text(run, at, baseline - size * ASCENT, styles[index]);
        at += widths[index];
      }
    },
  };
}

function row(pen: Pen, parts: readonly (Piece | string)[]): Piece {
  const pieces = parts.map((part) => (typeof part === 'string' ? text(pen, part) : part));
  return {
    width: pieces.reduce((sum, piece) => sum + piece.width, 0),
    above: Math.max(...pieces.map((piece) => piece.above)),
    below: Math.max(...pieces.map((piece) => piece.below)),
    said: pieces.map((piece) => piece.said).join(''),
    draw(x, baseline) {
      let at = x;
      for (const piece of pieces) {
        piece.draw(at, baseline);
        at += piece.width;
      }
    },
  };
}

function shifted({ sheet, size }: Pen, content: string, by: number): Piece {
  const small = text({ sheet, size: size * 0.7 }, content);
  return {
    width: small.width + 1.6,
    above: small.above - by,
    below: small.below + by,
    said: `${by > 0 ? '_' : '^'}${content}`,
    draw: (x, baseline) => small.draw(x + 0.8, baseline + by),
  };
}

function fraction({ sheet, size }: Pen, top: Piece, bottom: Piece): Piece {
  const width = Math.max(top.width, bottom.width) + 8;
  const axis = size * 0.28;
  return {
    width: width + 4,
    above: axis + 4 + top.below + top.above,
    below: bottom.above + bottom.below + 4 - axis,
    said: `(${top.said}) / (${bottom.said})`,
    draw(x, baseline) {
      const middle = baseline - axis;
      top.draw(x + 2 + (width - top.width) / 2, middle - 4 - top.below);
      bottom.draw(x + 2 + (width - bottom.width) / 2, middle + 4 + bottom.above);
      stroke(sheet, 0.7, [
        [x + 2, middle],
        [x + 2 + width, middle],
      ]);
    },
  };
}

function root({ sheet, size }: Pen, inside: Piece): Piece {
  const hook = size * 0.62;
  return {
    width: inside.width + hook + 4,
    above: inside.above + 4,
    below: inside.below,
    said: `√(${inside.said})`,
    draw(x, baseline) {
      const top = baseline - inside.above - 3;
      stroke(sheet, 0.8, [
        [x, baseline - size * 0.24],
        [x + hook * 0.25, baseline - size * 0.32],
        [x + hook * 0.55, baseline + inside.below],
        [x + hook, top],
        [x + hook + inside.width + 3, top],
      ]);
      inside.draw(x + hook + 2, baseline);
    },
  };
}

function bigSign({ sheet, size }: Pen, points: readonly Point[], width: number): Piece {
  const height = size * 1.2;
  const place = (x: number, baseline: number) => points.map(([px, py]): Point => [x + px * width, baseline + height * 0.2 - py * height]);
  return {
    width: width + 4,
    above: height * 0.85,
    below: height * 0.22,
    said: points === SUM ? 'Σ' : 'Π',
    draw: (x, baseline) => stroke(sheet, 1.1, place(x, baseline)),
  };
}

type Point = readonly [x: number, y: number];

function stroke({ doc }: Sheet, width: number, points: readonly Point[]): void {
  points.forEach(([x, y], index) => (index === 0 ? doc.moveTo(x, y) : doc.lineTo(x, y)));
  doc.lineWidth(width).lineJoin('miter').stroke(color);
}

const SUM: readonly Point[] = [
  [0.92, 0.82],
  [0.92, 1],
  [0, 1],
  [0.5, 0.5],
  [0, 0],
  [0.96, 0],
  [0.96, 0.18],
];

const PRODUCT: readonly Point[] = [
  [0.18, 0],
  [0.18, 1],
  [0, 1],
  [1, 1],
  [0.82, 1],
  [0.82, 0],
];

/** Distance from the top of pdfkit's line to Barlow's baseline, as a fraction of the size. */
const ASCENT = 1;
