import { limits } from '../../../contract/limits.ts';
import { MAX_CELLS } from './import-table.ts';
import { dateOfSerial, type CellFormat } from './workbook-formats.ts';
import { WorkbookFault } from './workbook-fault.ts';
import { readXml } from './xml-events.ts';

type SheetContext = { strings: readonly string[]; formats: readonly CellFormat[]; epoch1904: boolean };

/** Bounds of a sheet, far beyond a record of 160 years. */
const MAX_SHEET_CELLS = 1_000_000;
const MAX_ROW = 1_048_576;
const MAX_TEXT = 16 * 1024 * 1024;

/** A sheet's values as comma-separated text, each row on the line of its number. */
export function sheetText(xml: string, context: SheetContext): string {
  const lines: string[] = [];
  let length = 0;
  let width = 0;
  const ended = readRows(xml, context, (row, cells) => {
    if (row <= lines.length || row > MAX_ROW) throw new WorkbookFault(`the sheet's row ${row} is out of order: save the workbook again`);
    const isNote = cells[0]?.startsWith('#') === true;
    if (!isNote && width === 0) width = cells.length;
    const line = isNote
      ? cells.filter((cell) => cell !== '').join(' ')
      : Array.from({ length: Math.max(width, cells.length) }, (_, index) => quoted(cells[index] ?? '')).join(',');
    while (lines.length < row - 1) lines.push('');
    lines.push(line);
    length += line.length;
    if (length > MAX_TEXT) throw new WorkbookFault('the sheet has far more text than a record: keep date, portfolio and benchmarks');
  });
  if (!ended) throw new WorkbookFault('the sheet ends early: save the workbook again as .xlsx, or as CSV');
  return lines.join('\n');
}

function quoted(cell: string): string {
  return /[",;\t#]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

type Cell = { column: number; type: string; format: CellFormat; formula: boolean; value: string };

/** Reads the rows that have a cell with a value. @returns whether the sheet's end was reached */
function readRows(xml: string, context: SheetContext, onRow: (row: number, cells: readonly string[]) => void): boolean {
  let row = 0;
  let cells: string[] = [];
  let cell: Cell | undefined;
  let column = 0;
  let count = 0;
  let reads = false;
  let phonetic = false;
  let ended = false;
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = Number(attributes.get('r') ?? row + 1);
        cells = [];
        column = 0;
      } else if (name === 'c') {
        count += 1;
        if (count > MAX_SHEET_CELLS)
          throw new WorkbookFault('the sheet has far more cells than a record: keep date, portfolio and benchmarks');
        column = columnOf(attributes.get('r')) ?? column + 1;
        const format = context.formats[Number(attributes.get('s') ?? '0')] ?? 'number';
        cell = { column, type: attributes.get('t') ?? 'n', format, formula: false, value: '' };
      } else if (name === 'f' && cell !== undefined) cell.formula = true;
      else if (name === 'rPh') phonetic = true;
      else if (name === 'v' || name === 't') reads = !phonetic;
    },
    text: (piece) => {
      if (reads && cell !== undefined && cell.value.length < limits.message) cell.value += piece;
    },
    close: (name) => {
      if (name === 'v' || name === 't') reads = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c' && cell !== undefined) {
        setCell(cells, cell, textOfCell(cell, context));
        cell = undefined;
      } else if (name === 'row' && cells.some((text) => text !== '')) onRow(row, cells);
      else if (name === 'sheetData') ended = true;
    },
  });
  return ended;
}

/** Sets a cell of a row; a cell beyond MAX_CELLS replaces the last one. */
function setCell(cells: string[], { column }: Cell, text: string): void {
  if (text === '') return;
  const index = Math.min(column, MAX_CELLS) - 1;
  while (cells.length < index) cells.push('');
  cells[index] = text;
}

/** The column of a reference like `B12`, from 1. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0];
  return letters === undefined ? undefined : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function textOfCell({ column, type, format, formula, value }: Cell, { strings, epoch1904 }: SheetContext): string {
  const text = (type === 's' ? (strings[Number(value)] ?? '') : value).slice(0, limits.message).replace(/\s+/g, ' ').trim();
  if (type === 'e') return `error ${text}`;
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (text === '') return formula ? 'a formula without a value' : '';
  if (type !== 'n') return text;
  const number = Number(text);
  if (format === 'percent') return `${Number((number * 100).toPrecision(15))}%`;
  // The first column has dates, formatted or not; 20241231 is one as it stands.
  const isDate = format === 'date' || (column === 1 && number >= SERIALS.least && number <= SERIALS.most);
  return (isDate ? dateOfSerial(number, epoch1904) : undefined) ?? text;
}

/** Numbers without a format that are dates of 1954 to 2119 in the first column. */
const SERIALS = { least: 20_000, most: 80_000 };
