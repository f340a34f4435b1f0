import { dayFrom, partsOf, weekdayOf } from '../../../contract/figures/days.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import { valuesOf } from '../../../contract/figures/returns.ts';
import type { DateOrder, DateReadings } from '../../../contract/desk/date-readings.ts';
import type { Frequency } from '../../../contract/portfolio.ts';
import { readDates } from './file-dates.ts';
import { dateFaults } from './holidays.ts';
import { isGrouped, MAX_CELLS, MAX_ROWS, type Fault, type ImportTable } from './import-table.ts';

export type RecordKind = 'values' | 'returns';

/** @prop readings set when nothing says how the file's dates are read */
export type RefusedFile = { ok: false; faults: readonly string[]; readings?: DateReadings };
export type Reading = { ok: true; record: TrackRecord; names: readonly string[] } | RefusedFile;

export type ReadingOptions = {
  kind: RecordKind;
  /** Weekdays without a value, in addition to known holidays. */
  closed: ReadonlySet<number>;
  /** The last day that may have a value. */
  today: number;
  dates: DateOrder | undefined;
};

/**
 * Reads the track record in a table: a column of dates, one for the portfolio, up to two for benchmarks. A single fault refuses the file; all faults are named
 * with line and column.
 * @param frequency how often the record is valued; undefined: as its days show
 */
export function readTrackRecord(
  table: ImportTable,
  { kind, closed, today, dates: order, frequency: given }: ReadingOptions & { frequency: Frequency | undefined },
): Reading {
  const shape = shapeFaults(table, 2);
  if (shape.length > 0) return refuse(shape);
  const dates = readDates(table, { today, order });
  const columns = table.head.slice(1).map((_, index) => readColumn(table, index + 1, kind));
  const frequency =
    dates.faults.length === 0 ? dateFaults(table, dates.days, { closed, frequency: given }) : { faults: [], value: 'daily' as const };
  const faults = [...dates.faults, ...columns.flatMap((column) => column.faults), ...frequency.faults];
  if (faults.length > 0) return refuse(faults, dates.readings);

  const based = kind === 'values' || table.rows[0]!.cells[1] === '';
  const days = based ? dates.days : [dayBefore(dates.days[0]!, frequency.value), ...dates.days];
  const lines = columns.map(({ numbers }) => (kind === 'values' ? numbers : linkReturns(numbers, based)));
  return {
    ok: true,
    names: table.head.slice(1),
    record: { frequency: frequency.value, days: Int32Array.from(days), portfolio: lines[0]!, benchmark: lines[1], benchmark2: lines[2] },
  };
}

export function shapeFaults({ head, headLine, count }: ImportTable, least: 1 | 2): Fault[] {
  if (headLine === 0) return [{ line: 1, column: '', text: 'the file is empty: it needs a head, and a line for each date' }];
  const faults: Fault[] = [];
  const at = (column: string, text: string) => faults.push({ line: headLine, column, text });
  if (head[0]!.toLowerCase() !== 'date') at(head[0]!, "the first column must be called 'date'");
  if (head.length < 2 || head.length > 4) at('', 'columns must be: date, the portfolio, and at most two benchmarks');
  if (count > MAX_ROWS) at('', `there are ${count} lines of values, and at most ${MAX_ROWS} are read: 160 years of every day`);
  head.slice(0, 4).forEach((name, index) => {
    if (name === '') at(`${index + 1}`, 'a column has no name: give it one');
    else if (head.indexOf(name) < index) at(name, 'two columns have this name: rename one');
  });
  if (count < least) at('', `at least ${least === 1 ? 'one date is' : 'two dates are'} needed`);
  return faults;
}

/** The numbers of a column. Empty first cells are NaN, because a benchmark may begin later. */
export function readColumn(table: ImportTable, index: number, kind: RecordKind): { numbers: Float64Array; faults: Fault[] } {
  const column = table.head[index]!;
  const numbers = new Float64Array(table.rows.length);
  const faults: Fault[] = [];
  let begun = false;
  table.rows.forEach(({ line, cells }, row) => {
    if (index === 1 && cells.length !== table.head.length) {
      const there = cells.length === MAX_CELLS ? `${MAX_CELLS} cells or more` : `${cells.length} cells`;
      faults.push({ line, column: '', text: `${there}, where the head has ${table.head.length}: give as many` });
    }
    const cell = cells[index] ?? '';
    const mayBeEmpty = !begun && (index > 1 || (kind === 'returns' && row === 0));
    if (cell === '' && mayBeEmpty) {
      numbers[row] = Number.NaN;
      return;
    }
    begun = true;
    const number = readNumber(cell, kind, table.decimalComma);
    if (typeof number === 'string') faults.push({ line, column, text: number });
    else numbers[row] = number;
  });
  if (!begun) faults.push({ line: table.headLine, column, text: 'the column is empty: fill it, or leave it out' });
  return { numbers, faults };
}

/** A cell as a number, or the fault in words. Returns are fractions (0.0123), or percentages with their sign (1.23%). */
function readNumber(cell: string, kind: RecordKind, decimalComma: boolean): number | string {
  if (cell === '') return 'there is no value for this date: give one, or leave the line out';
  const shown = cell.slice(0, 40);
  const percent = kind === 'returns' && cell.endsWith('%');
  const bare = percent ? cell.slice(0, -1).trim() : cell;
  // With a decimal comma, points separate thousands: 1.234,56. A number with commas and then a point leaves no doubt: 1,234.56.
  const text = isGrouped(bare)
    ? bare.replaceAll(',', '')
    : decimalComma
      ? (thousands.test(bare) ? bare.replaceAll('.', '') : bare).replace(',', '.')
      : bare;
  if (decimalComma && !isGrouped(bare) && bare.includes('.') && text.includes('.') && !bare.includes(','))
    return `'${shown}' has a point, where other numbers of the file have a comma`;
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text))
    return `'${shown}' is not a number: write ${decimalComma ? '1234,56' : '1234.56'}`;
  const number = percent ? Number(text) / 100 : Number(text);
  if (!Number.isFinite(number)) return `'${shown}' is too large: is a decimal point missing?`;
  if (kind === 'values' && number <= 0) return `${shown} is not positive: if the file has returns, say so by --kind returns`;
  if (kind === 'returns' && number <= -1)
    return `${shown} is a loss of everything or more: returns are fractions (-0.0123) or percent with their sign (-1.23%)`;
  if (kind === 'returns' && number > 10)
    return `${shown} is more than 1000%: returns are fractions (0.0123) or percent with their sign (1.23%)`;
  return number;
}

const thousands = /^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$/;

/** Turns returns into values that start at 1. A line that begins later starts on the day before its first return. */
function linkReturns(returns: Float64Array, based: boolean): Float64Array {
  const own = based ? returns.subarray(1) : returns;
  let first = 0;
  while (first < own.length && Number.isNaN(own[first]!)) first += 1;
  const values = new Float64Array(own.length + 1).fill(Number.NaN, 0, first);
  values.set(valuesOf(own.subarray(first)), first);
  return values;
}

/** The end of the period before a day: the base when the first row already has a return. */
function dayBefore(day: number, frequency: TrackRecord['frequency']): number {
  const [year, month] = partsOf(day);
  if (frequency === 'monthly') return dayFrom(year, month, 0);
  return frequency === 'daily' && weekdayOf(day) === 1 ? day - 3 : day - 1;
}

export function refuse(faults: readonly Fault[], readings?: DateReadings): RefusedFile {
  const inOrder = [...faults].sort((a, b) => a.line - b.line);
  return {
    ok: false,
    ...(readings !== undefined && { readings }),
    faults: inOrder.map(({ line, column, text }) => `line ${line}${column === '' ? '' : `, column ${column}`}: ${text}`),
  };
}
