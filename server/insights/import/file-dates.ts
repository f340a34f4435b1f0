import { elementAt } from '../../../contract/checked.ts';
import { dateOrders, type DateOrder, type DateReadings } from '../../../contract/desk/date-readings.ts';
import { dayFrom, isoOf, partsOf } from '../../../contract/figures/days.ts';
import { longDate } from '../../../contract/figures/format.ts';
import type { Fault, ImportTable } from './import-table.ts';

export type FileDates = {
  days: number[];
  faults: Fault[];
  /** Set when every date has two readings, and nothing says which one is meant. */
  readings?: DateReadings;
};

/**
 * Reads the days of the first column, with a fault for each that is invalid, repeated, out of order or in the future. Dates like 03/04/2024 are read by the
 * first date of the column that has one reading only.
 * @param order how such dates are read; undefined: as the column shows
 */
export function readDates({ rows, head }: ImportTable, { today, order }: { today: number; order: DateOrder | undefined }): FileDates {
  const column = elementAt(head, 0);
  const written = rows.map(({ line, cells }) => ({ line, text: cells[0] ?? '', date: writtenDate(cells[0] ?? '') }));
  const known = order ?? orderOf(written);
  const first = written.find(({ date }) => date !== undefined);
  const faults: Fault[] = [];
  const seen = new Map<number, number>();
  const days: number[] = [];
  for (const { line, text, date } of written) {
    const shown = `'${text.slice(0, 40)}'`;
    const at = (words: string) => faults.push({ line, column, text: words });
    if (date !== undefined && date.form !== first?.date?.form) {
      at(`${shown} is written unlike '${first?.text}' on line ${first?.line}: write all dates alike, such as 2024-12-31`);
      continue;
    }
    const day = date === undefined ? undefined : dayIn(date, known ?? 'day-first');
    if (day === undefined && (date === undefined || known !== undefined)) {
      at(`${shown} is not a date${date?.form === 'numbers' ? `, ${orderWords(known)}` : ''}: write 2024-12-31`);
      continue;
    }
    if (day === undefined || known === undefined) continue;
    const before = days.at(-1);
    if (seen.has(day)) at(`${text} is on line ${seen.get(day)} already: leave one of them out`);
    else if (before !== undefined && day < before) at(`${text} is before ${isoOf(before)}: dates must ascend, so sort the lines`);
    if (day > today) at(`${text} is in the future: leave it out`);
    if (!seen.has(day)) seen.set(day, line);
    days.push(day);
  }
  const unclear = written.find(({ date }) => date?.form === 'numbers' && date.first !== date.second);
  if (known !== undefined || unclear === undefined) return { days, faults };
  const text = `'${unclear.text}' can be ${dateOrders.map((one) => dateWords(unclear, one)).join(' or ')}, and no line says which: give ${dateOrders.map((one) => `--dates ${one}`).join(' or ')}`;
  return { days, faults: [...faults, { line: unclear.line, column, text }], readings: readingsOf(written) };
}

/** A date as it is written: `numbers` has two readings. */
type WrittenDate = { form: 'year first' | 'named month'; parts: Parts } | { form: 'numbers'; first: number; second: number; year: number };
type Parts = [year: number, month: number, date: number];
type Written = { line: number; text: string; date: WrittenDate | undefined };

function writtenDate(cell: string): WrittenDate | undefined {
  if (cell.length > 40) return undefined;
  const text = cell.replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/, '').trimEnd();
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text);
  if (yearFirst !== null) return { form: 'year first', parts: [Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4])] };
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (numbers !== null) return { form: 'numbers', first: Number(numbers[1]), second: Number(numbers[3]), year: Number(numbers[4]) };
  const named =
    /^(?<date>\d{1,2})(?:\. ?|[ /-])?(?<month>\p{L}{3,})\.?[ ,/-]{0,2}(?<year>\d{4})$/u.exec(text) ??
    /^(?<month>\p{L}{3,})\.? ?(?<date>\d{1,2}),? (?<year>\d{4})$/u.exec(text);
  const month = months.get(plainWord(named?.groups?.['month'] ?? ''));
  if (named === null || month === undefined) return undefined;
  return { form: 'named month', parts: [Number(named.groups?.['year']), month, Number(named.groups?.['date'])] };
}

function dayIn(date: WrittenDate, order: DateOrder): number | undefined {
  const parts: Parts = date.form === 'numbers' ? inOrder(date, order) : date.parts;
  const day = dayFrom(...parts);
  // Date.UTC reads 31 June as 1 July, and the year 24 as 1924.
  return partsOf(day).every((part, index) => part === parts[index]) ? day : undefined;
}

function inOrder({ first, second, year }: Extract<WrittenDate, { form: 'numbers' }>, order: DateOrder): Parts {
  return order === 'day-first' ? [year, second, first] : [year, first, second];
}

/** The order of the first date that has one reading only; undefined when there is none, and the readings differ. */
function orderOf(written: readonly Written[]): DateOrder | undefined {
  let differ = false;
  for (const { date } of written) {
    if (date?.form !== 'numbers') continue;
    const [first, second] = [date.first > 12, date.second > 12];
    if (first !== second) return first ? 'day-first' : 'month-first';
    differ ||= date.first !== date.second;
  }
  return differ ? undefined : 'day-first';
}

/** The first dates that differ by their reading, in both. */
function readingsOf(written: readonly Written[]): DateReadings {
  const rows = written.flatMap(({ text, date }) => {
    if (date === undefined) return [];
    const [dayFirst, monthFirst] = dateOrders.map((order) => dayIn(date, order));
    return dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst
      ? []
      : [{ text, dayFirst: isoOf(dayFirst), monthFirst: isoOf(monthFirst) }];
  });
  return rows.slice(0, 5);
}

function orderWords(order: DateOrder | undefined): string {
  return order === 'month-first' ? 'month before day' : 'day before month';
}

function dateWords({ date }: Written, order: DateOrder): string {
  const day = date && dayIn(date, order);
  return day === undefined ? '' : longDate(isoOf(day));
}

/** Names of months in English, German, Spanish, French and Italian, long and short, without accents. */
const months: ReadonlyMap<string, number> = new Map(
  [
    'january jan januar janner enero ene janvier janv gennaio gen',
    'february feb februar febrero fevrier fevr febbraio',
    'march mar marz marzo mars',
    'april apr abril abr avril avr aprile',
    'may mai mayo maggio mag',
    'june jun juni junio juin giugno giu',
    'july jul juli julio juillet juil luglio lug',
    'august aug agosto ago aout',
    'september sep sept septiembre septembre settembre set',
    'october oct oktober okt octubre octobre ottobre ott',
    'november nov noviembre novembre',
    'december dec dezember dez diciembre dic decembre dicembre',
  ].flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
);

function plainWord(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}
