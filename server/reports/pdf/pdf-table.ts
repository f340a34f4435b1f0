import { light } from '../../../ui/tokens.ts';
import type { Sheet } from './sheet.ts';

export type Column = { title: string; width: number; align?: 'left' | 'right' };

export type TableOptions = { size?: number; row?: number; strong?: (row: number, column: number) => boolean };

/** Returns the y below it. A loss is red and has its sign. */
export function drawTable(
  sheet: Sheet,
  at: { x: number; y: number },
  columns: readonly Column[],
  { rows, size = 8.5, row: height = 15, strong = () => false }: TableOptions & { rows: readonly (readonly string[])[] },
): number {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  let x = at.x;
  for (const column of columns) {
    put(sheet, column, { x, y: at.y }, { content: column.title, color: light['ink-3'], bold: false, size: size - 1 });
    x += column.width;
  }
  let y = at.y + height - 1;
  sheet.rule(at.x, y - 2, width, light['ink-3']);
  for (const [index, cells] of rows.entries()) {
    x = at.x;
    for (const [position, column] of columns.entries()) {
      const content = cells[position] ?? '';
      const color = content.startsWith('−') ? light.loss : position === 0 ? light['ink-2'] : light.ink;
      const place = { x, y: y + (height - size * 1.2) / 2 - 1 };
      put(sheet, column, place, { content, color, bold: strong(index, position), size });
      x += column.width;
    }
    y += height;
    sheet.rule(at.x, y - 1, width);
  }
  return y;
}

type Cell = { content: string; color: string; bold: boolean; size: number };

/** A number may reach out to the left of its column rather than break. */
function put(
  sheet: Sheet,
  { width, align = 'right' }: Column,
  { x, y }: { x: number; y: number },
  { content, color, bold, size }: Cell,
): void {
  const reach = align === 'left' ? 0 : 20;
  sheet.text(content, x - reach, y, { size, face: bold ? 'semibold' : 'regular', color, width: width + reach, align, leading: 1.2 });
}
