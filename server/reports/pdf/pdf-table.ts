import { elementAt } from '../../../contract/checked.ts';
import { light } from '../../../ui/tokens.ts';
import type { Flow } from './flow.ts';
import type { Sheet } from './sheet.ts';
import type { Scope } from './tags.ts';

export type PdfColumn = { title: string; width: number; align?: 'left' | 'right' };

type TableOptions = {
  x: number;
  rows: readonly (readonly string[])[];
  size?: number;
  /** Height of a row; one whose head needs more lines is higher. */
  row?: number;
  strong?: (column: number) => boolean;
  /** Where the head of a row leads to; see Sheet.link. */
  link?: (row: number) => string;
};

/**
 * Draws a table, and its heads again on each page that it goes on. The first column is the header of its row; a loss is red and has its sign.
 */
export function drawTable(flow: Flow, columns: readonly PdfColumn[], options: TableOptions): void {
  const { sheet } = flow;
  const { rows, row = ROW } = options;
  flow.need(heightOfTable(Math.min(rows.length, 3), row));
  sheet.group('Table', () => {
    drawHeads(flow, columns, options);
    for (const [index, cells] of rows.entries()) {
      const height = rowHeight(sheet, columns, cells, options);
      if (height > flow.left()) {
        flow.nextPage();
        sheet.artifact(() => drawHeads(flow, columns, options));
      }
      drawRow(flow, columns, { cells, index, height, options });
    }
  });
}

const ROW = 15;
const SIZE = 8.5;

/** Height of a table whose rows have one line each. */
export function heightOfTable(rows: number, row = ROW): number {
  return row - 1 + rows * row;
}

function drawHeads(flow: Flow, columns: readonly PdfColumn[], { x, row = ROW, size = SIZE }: TableOptions): void {
  const { sheet, y } = flow;
  sheet.group('TR', () => {
    let left = x;
    for (const column of columns) {
      put(sheet, column, { x: left, y }, { content: column.title, color: light['ink-3'], bold: false, size: size - 1, names: 'Column' });
      left += column.width;
    }
  });
  flow.y += row - 1;
  sheet.rule(x, flow.y - 2, widthOf(columns), light['ink-3']);
}

type Row = { cells: readonly string[]; index: number; height: number; options: TableOptions };

function drawRow(flow: Flow, columns: readonly PdfColumn[], { cells, index, height, options }: Row): void {
  const { sheet } = flow;
  const { x, size = SIZE, row = ROW, strong = () => false, link } = options;
  const y = flow.y + (row - size * 1.2) / 2 - 1;
  sheet.group('TR', () => {
    let left = x;
    for (const [position, column] of columns.entries()) {
      const content = cells[position] ?? '';
      const color = content.startsWith('−') ? light.loss : position === 0 ? light['ink-2'] : light.ink;
      const head = position === 0 && { names: 'Row' as const, ...(link && { to: link(index) }) };
      put(sheet, column, { x: left, y }, { content, color, bold: strong(position), size, ...head });
      left += column.width;
    }
  });
  flow.y += height;
  sheet.rule(x, flow.y - 1, widthOf(columns));
}

function rowHeight(
  sheet: Sheet,
  columns: readonly PdfColumn[],
  cells: readonly string[],
  { row = ROW, size = SIZE, strong }: TableOptions,
) {
  const face = strong?.(0) === true ? 'semibold' : 'regular';
  const lines = sheet.heightOf(cells[0] ?? '', { size, face, width: elementAt(columns, 0).width, leading: 1.2 });
  return Math.max(row, row + lines - size * 1.2);
}

type Cell = { content: string; color: string; bold: boolean; size: number; names?: Scope; to?: string };

/** Draws a cell. A number may extend to the left of its column so that it does not break. */
function put(sheet: Sheet, { width, align = 'right' }: PdfColumn, { x, y }: { x: number; y: number }, cell: Cell): void {
  const { content, color, bold, size, names, to } = cell;
  const reach = align === 'left' ? 0 : 20;
  const style = { size, face: bold ? 'semibold' : 'regular', color, width: width + reach, align, leading: 1.2 } as const;
  if (to !== undefined) sheet.group('TH', () => sheet.link(content, to, { x, y }, style), { scope: 'Row' });
  else if (names === undefined) sheet.text(content, x - reach, y, { ...style, tag: 'TD' });
  else sheet.text(content, x - reach, y, { ...style, tag: 'TH', scope: names });
}

function widthOf(columns: readonly PdfColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
