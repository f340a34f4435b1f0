import { palette, type Sheet } from '../../server/reports/pdf/sheet.ts';

/** A piece of a formula: its size, and how to draw it from the left end of its baseline. */
export type Piece = { width: number; above: number; below: number; draw(x: number, baseline: number): void };

/** Builds formulas in the size of the text around them. */
export type FormulaKit = ReturnType<typeof formulaKit>;

/** Formulas set by us: fractions, roots, powers and the large signs, drawn where the typeface has none. */
export function formulaKit(sheet: Sheet, size = 12) {
  const { doc } = sheet;
  const color = palette.ink;

  function text(content: string, at = size): Piece {
    const style = { size: at, color };
    const draw = (x: number, baseline: number) => void sheet.text(content, x, baseline - at * ASCENT, style);
    return { width: sheet.widthOf(content, style), above: at * 0.74, below: at * 0.2, draw };
  }

  function row(...parts: readonly (Piece | string)[]): Piece {
    const pieces = parts.map((part) => (typeof part === 'string' ? text(part) : part));
    return {
      width: pieces.reduce((sum, piece) => sum + piece.width, 0),
      above: Math.max(...pieces.map((piece) => piece.above)),
      below: Math.max(...pieces.map((piece) => piece.below)),
      draw(x, baseline) {
        let at = x;
        for (const piece of pieces) {
          piece.draw(at, baseline);
          at += piece.width;
        }
      },
    };
  }

  function shifted(content: string, by: number): Piece {
    const small = text(content, size * 0.7);
    return {
      ...small,
      width: small.width + 1,
      above: small.above - by,
      below: small.below + by,
      draw: (x, baseline) => small.draw(x + 0.6, baseline + by),
    };
  }

  function fraction(top: Piece, bottom: Piece): Piece {
    const width = Math.max(top.width, bottom.width) + 8;
    const axis = size * 0.28;
    return {
      width: width + 4,
      above: axis + 3 + top.below + top.above,
      below: bottom.above + bottom.below + 3 - axis,
      draw(x, baseline) {
        const middle = baseline - axis;
        top.draw(x + 2 + (width - top.width) / 2, middle - 3 - top.below);
        bottom.draw(x + 2 + (width - bottom.width) / 2, middle + 3 + bottom.above);
        doc
          .lineWidth(0.7)
          .moveTo(x + 2, middle)
          .lineTo(x + 2 + width, middle)
          .stroke(color);
      },
    };
  }

  function root(inside: Piece): Piece {
    const hook = size * 0.62;
    return {
      width: inside.width + hook + 4,
      above: inside.above + 3,
      below: inside.below,
      draw(x, baseline) {
        const top = baseline - inside.above - 2.5;
        const bottom = baseline + inside.below;
        doc
          .lineWidth(0.8)
          .lineJoin('miter')
          .moveTo(x, baseline - size * 0.24)
          .lineTo(x + hook * 0.25, baseline - size * 0.32);
        doc
          .lineTo(x + hook * 0.55, bottom)
          .lineTo(x + hook, top)
          .lineTo(x + hook + inside.width + 3, top)
          .stroke(color);
        inside.draw(x + hook + 2, baseline);
      },
    };
  }

  function bigSign(points: readonly (readonly [number, number])[], width: number): Piece {
    const height = size * 1.15;
    return {
      width: width + 4,
      above: height * 0.85,
      below: height * 0.2,
      draw(x, baseline) {
        points.forEach(([px, py], index) => {
          const at = [x + px * width, baseline + height * 0.18 - py * height] as const;
          if (index === 0) doc.moveTo(...at);
          else doc.lineTo(...at);
        });
        doc.lineWidth(1.1).lineJoin('miter').stroke(color);
      },
    };
  }

  return {
    text,
    row,
    fraction,
    root,
    sub: (content: string) => shifted(content, size * 0.22),
    sup: (content: string) => shifted(content, -size * 0.38),
    sum: () =>
      bigSign(
        [
          [0.92, 0.84],
          [0.92, 1],
          [0, 1],
          [0.5, 0.5],
          [0, 0],
          [0.96, 0],
          [0.96, 0.17],
        ],
        size * 0.66,
      ),
    product: () =>
      bigSign(
        [
          [0.18, 0],
          [0.18, 1],
          [0, 1],
          [1, 1],
          [0.82, 1],
          [0.82, 0],
        ],
        size * 0.72,
      ),
  };
}

/** From the top of pdfkit's line to Barlow's baseline, in parts of the size. */
const ASCENT = 1;
