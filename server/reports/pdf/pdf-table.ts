import { light } from '../../../ui/tokens.ts';
import type { Sheet } from './sheet.ts';

export type PdfColumn = { title: string; width: number; align?: 'left' | 'right' };

export type TableOptions = {
  rows: readonly (readonly string[])[];
  size?: number;
  row?: number;
  strong?: (row: number, column: number) => boolean;
};

type Place = { x: number; y: number };

/** Draws a table. The first column is the header of its row; a loss is red and has its sign. @returns the y below it */
export function drawTable(sheet: Sheet, at: Place, columns: readonly PdfColumn[], options: TableOptions): number {
  return sheet.group('Table', () => drawRows(sheet, at, columns, options));
}

function drawRows(
  sheet: Sheet,
  at: Place,
  columns: readonly PdfColumn[],
  { rows, size = 8.5, row: height = 15, strong = () => false }: TableOptions,
): number {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  sheet.group('TR', () => {
    let x = at.x;
    for (const column of columns) {
      put(sheet, column, { x, y: at.y }, { content: column.title, color: light['ink-3'], bold: false, size: size - 1, names: 'Column' });
      x += column.width;
    }
  });
  let y = at.y + height - 1;
  sheet.rule(at.x, y - 2, width, light['ink-3']);
  for (const [index, cells] of rows.entries()) {
    sheet.group('TR', () => {
      let x = at.x;
      for (const [position, column] of columns.entries()) {
        const content = cells[position] ?? '';
        const color = content.startsWith('−') ? light.loss : position === 0 ? light['ink-2'] : light.ink;
        const place = { x, y: y + (height - size * 1.2) / 2 - 1 };
        put(sheet, column, place, { content, color, bold: strong(index, position), size, ...(position === 0 && { names: 'Row' }) });
        x += column.width;
      }
    });
    y += height;
    sheet.rule(at.x, y - 1, width);
  }
  return y;
}

type Cell = { content: string; color: string; bold: boolean; size: number; names?: 'Column' | 'Row' };

/** Draws a cell. A number may extend to the left of its column so that it does not break. */
function put(sheet: Sheet, { width, align = 'right' }: PdfColumn, { x, y }: Place, { content, color, bold, size, names }: Cell): void {
  const reach = align === 'left' ? 0 : 20;
  const face = bold ? 'semibold' : 'regular';
  const tag = names === undefined ? { tag: 'TD' as const } : { tag: 'TH' as const, scope: names };
  sheet.text(content, x - reach, y, { size, face, color, width: width + reach, align, leading: 1.2, ...tag });
}
