import { isoOf } from '../../../contract/figures/days.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import { lineKeys, type LineKey } from '../records/record-changes.ts';
import type { PortfolioAbout } from '../records/portfolio-about.ts';
import { readDates } from './file-dates.ts';
import { dayCheck } from './holidays.ts';
import type { Fault, ImportTable } from './import-table.ts';
import { readColumn, refuse, shapeFaults, type ReadingOptions, type RecordKind, type RefusedFile } from './track-record.ts';

/**
 * Extends a record with the days of a table after its last one. Days in both must agree, and none between may be missing.
 * @param rebase whether the table's values have another base: they are then chained at the record's last day, which the table must contain
 */
export function appendRows(
  table: ImportTable,
  { about, record }: { about: PortfolioAbout; record: TrackRecord },
  { kind, closed, today, dates: order, rebase }: ReadingOptions & { rebase: boolean },
): { ok: true; record: TrackRecord } | RefusedFile {
  const shape = [...shapeFaults(table, 1), ...headFaults(table, about)];
  if (shape.length > 0) return refuse(shape);
  const dates = readDates(table, { today, order });
  const columns = table.head.slice(1).map((_, index) => readColumn(table, index + 1, kind));
  const faults = [...dates.faults, ...columns.flatMap((column) => column.faults)];
  if (faults.length > 0) return refuse(faults, dates.readings);
  const days = dayFaults(table, dates.days, { record, closed });
  if (days.length > 0) return refuse(days);
  const fresh = dates.days.filter((day) => day > record.days.at(-1)!).length;
  const extended: TrackRecord = { ...record, days: Int32Array.from([...record.days, ...dates.days.slice(-fresh)]) };
  const wrong: Fault[] = [];
  columns.forEach(({ numbers }, index) => {
    const line = extendLine(record, { key: lineKeys[index]!, days: dates.days, numbers, fresh }, { kind, rebase });
    extended[lineKeys[index]!] = line.values;
    wrong.push(...line.faults.map(({ row, text }) => ({ line: table.rows[row]!.line, column: table.head[index + 1]!, text })));
  });
  return wrong.length > 0 ? refuse(wrong) : { ok: true, record: extended };
}

/** Benchmarks are identified by name: otherwise two swapped columns would count as two restated benchmarks. */
function headFaults({ head, headLine }: ImportTable, { benchmark, benchmark2 }: PortfolioAbout): Fault[] {
  const names = [benchmark, benchmark2].filter((name) => name !== '');
  if (head.length !== names.length + 2) {
    const text = `the record has ${['no benchmark', 'one benchmark', 'two benchmarks'][names.length]}: as many columns belong in the file`;
    return [{ line: headLine, column: '', text }];
  }
  return names.flatMap((name, index) =>
    head[index + 2] === name ? [] : [{ line: headLine, column: head[index + 2]!, text: `the record's benchmark is called '${name}'` }],
  );
}

/** The table must contain all days of the record from the table's first day on and no others; later days must follow without a gap. */
function dayFaults(
  table: ImportTable,
  days: readonly number[],
  { record, closed }: { record: TrackRecord; closed: ReadonlySet<number> },
): Fault[] {
  const last = record.days.at(-1)!;
  const column = table.head[0]!;
  const check = dayCheck(record.frequency, closed);
  const known = new Set(record.days);
  const there = new Set(days);
  const faults = days.flatMap((day, row): Fault[] => {
    const before = days[row - 1];
    const text =
      day > last
        ? check(day, before === undefined || before < last ? last : before)
        : known.has(day)
          ? undefined
          : `${isoOf(day)} is no day of the record`;
    return text === undefined ? [] : [{ line: table.rows[row]!.line, column, text }];
  });
  const left = Array.from(record.days).filter((day) => day >= days[0]! && !there.has(day));
  if (left.length > 0) {
    const text = `the file begins on ${isoOf(days[0]!)} and leaves out ${isoOf(left[0]!)}, which the record has`;
    faults.push({ line: table.rows[0]!.line, column, text });
  }
  if (faults.length === 0 && days.at(-1)! <= last) {
    faults.push({ line: table.rows.at(-1)!.line, column, text: `there is nothing after ${isoOf(last)}, the record's last day` });
  }
  return faults;
}

type Column = { key: LineKey; days: readonly number[]; numbers: Float64Array; fresh: number };
type LineFault = { row: number; text: string };

function extendLine(
  record: TrackRecord,
  { key, days, numbers, fresh }: Column,
  { kind, rebase }: { kind: RecordKind; rebase: boolean },
): { values: Float64Array; faults: LineFault[] } {
  const line = record[key]!;
  const overlap = days.length - fresh;
  const joint = overlap === 0 ? Number.NaN : numbers[overlap - 1]!;
  if (rebase && kind === 'values' && Number.isNaN(line.at(-1)! / joint)) {
    return { values: line, faults: [{ row: 0, text: `--rebase chains at ${isoOf(record.days.at(-1)!)}, which must be in the file` }] };
  }
  const scale = rebase && kind === 'values' ? line.at(-1)! / joint : 1;
  const values = new Float64Array(line.length + fresh);
  values.set(line);
  const faults: LineFault[] = [];
  for (const [row, number] of numbers.entries()) {
    const text =
      row < overlap
        ? overlapFault(line, { at: line.length - overlap + row, row, number: number * scale }, { kind, tolerance: rebase ? ROUNDED : SAME })
        : newFault(line, number, kind);
    if (text !== undefined) faults.push({ row, text });
    const at = line.length - overlap + row;
    if (row >= overlap) values[at] = kind === 'returns' ? values[at - 1]! * (1 + number) : number * scale;
  }
  return { values, faults };
}

/** Greatest relative difference of equal numbers, and of equal numbers that were rounded on different bases. */
const SAME = 1e-9;
const ROUNDED = 1e-4;

function overlapFault(
  line: Float64Array,
  { at, row, number }: { at: number; row: number; number: number },
  { kind, tolerance }: { kind: RecordKind; tolerance: number },
): string | undefined {
  if (kind === 'returns' && row === 0 && Number.isNaN(number)) return undefined;
  const stored = kind === 'values' ? line[at]! : at === 0 ? Number.NaN : line[at]! / line[at - 1]! - 1;
  if (Number.isNaN(stored) && Number.isNaN(number)) return undefined;
  const distance = kind === 'values' ? Math.abs(number / stored - 1) : Math.abs(number - stored);
  if (distance <= tolerance) return undefined;
  const shown = (value: number) => (Number.isNaN(value) ? 'none' : String(Number(value.toPrecision(10))));
  return `${shown(number)}, where the record has ${shown(stored)}: append restates nothing, import does`;
}

function newFault(line: Float64Array, number: number, kind: RecordKind): string | undefined {
  const begun = !Number.isNaN(line.at(-1)!);
  if (Number.isNaN(number)) return begun ? 'there is no value for this date: give one, or leave the line out' : undefined;
  return begun || kind === 'values' ? undefined : 'a benchmark that begins later is imported with the whole record';
}
