import { present } from '../../../contract/checked.ts';

export type ImportTable = {
  /** `# key: value` lines above the head; keys are in lower case. */
  notes: ReadonlyMap<string, { value: string; line: number }>;
  head: readonly string[];
  headLine: number;
  /** The first MAX_ROWS rows, each with at most MAX_CELLS cells. */
  rows: readonly { line: number; cells: readonly string[] }[];
  /** The number of all rows. */
  count: number;
  /** Whether numbers have a decimal comma: only with semicolons between cells, and when at least one number has one. */
  decimalComma: boolean;
};

/** Most rows that are read: a value for each day of 160 years. */
export const MAX_ROWS = 60_000;
/** Most cells of a row that are read: no record has as many. */
export const MAX_CELLS = 50;

export type Fault = { line: number; column: string; text: string };

/**
 * Reads text separated by commas, semicolons or tabs (quotes as in RFC 4180), with the line breaks of any system. A first line like `sep=;`, and the empty rows
 * and columns that spreadsheets leave at the end, are no part of the table; nor are lines of words above its head.
 */
export function readImportTable(text: string): ImportTable {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  let count = 0;
  const notes = new Map<string, { value: string; line: number }>();
  const rows: { line: number; cells: readonly string[] }[] = [];
  let head: readonly string[] = [];
  let headLine = 0;
  const declared = /^"?sep=([;,\t|])"?$/i.exec(lines[0] ?? '')?.[1];
  let separator = declared ?? ',';
  const words = titleLines(lines);
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const note = noteOf(raw);
    if (note !== undefined) notes.set(note.key, { value: note.value, line });
    if ((index === 0 && declared !== undefined) || index < words || /^\s*"?#/.test(raw)) continue;
    if (headLine === 0) {
      if (isBlank(raw)) continue;
      separator = declared ?? [';', '\t', ','].find((one) => raw.replace(/"[^"]*"/g, '').includes(one)) ?? ',';
      head = cellsOf(raw, separator, 0);
      headLine = line;
    } else if (!isBlank(raw)) {
      count += 1;
      if (count <= MAX_ROWS) rows.push({ line, cells: cellsOf(raw, separator, head.length) });
    }
  }
  return {
    notes,
    head,
    headLine,
    rows,
    count,
    decimalComma: separator === ';' && rows.some(({ cells }) => cells.slice(1).some((one) => one.includes(',') && !isGrouped(one))),
  };
}

/** Most lines above a table that are looked at for its head. */
const MOST_TITLES = 20;

/**
 * Number of lines of words above the head, as titles and sources of spreadsheets are; 0 if no head is found, or one of the lines begins with a
 * number.
 */
function titleLines(lines: readonly string[]): number {
  const head = lines.slice(0, MOST_TITLES + 1).findIndex((line) => /^\s*"?date"?\s*([,;\t|]|$)/i.test(line));
  return head > 0 && !lines.slice(0, head).some((line) => /^[\s"]*[-+\d]/.test(line)) ? head : 0;
}

/** Whether commas separate the thousands of a number that has a decimal point: 1,234.56. */
export function isGrouped(number: string): boolean {
  return /^[-+]?\d{1,3}(,\d{3})+\.\d*$/.test(number);
}

/** The note in a line like `# key: value`. A spreadsheet that saves the file again puts quotes around it and separators behind it. */
export function noteOf(raw: string): { key: string; value: string } | undefined {
  if (!/^\s*"?#/.test(raw)) return undefined;
  const bare = raw.slice(0, endOf(raw, ',;\t '));
  const text = bare.trimStart().startsWith('"')
    ? bare
        .trimStart()
        .slice(1, bare.endsWith('"') ? -1 : undefined)
        .replaceAll('""', '"')
    : bare;
  const note = /^\s*#\s*([A-Za-z][\w-]*)\s*:\s*(.*)$/.exec(text);
  return note === null ? undefined : { key: present(note[1]).toLowerCase(), value: unquoted(present(note[2]).trim()) };
}

/** A note's value as it is written: in JSON's quotes where it would not be read back as it is. */
export function quotedNote(value: string): string {
  return noteOf(`# key: ${value}`)?.value === value && !/[\r\n]/.test(value) ? value : JSON.stringify(value);
}

function unquoted(value: string): string {
  if (!/^".*"$/.test(value)) return value;
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === 'string' ? text : value;
  } catch {
    return value;
  }
}

function isBlank(raw: string): boolean {
  return endOf(raw, ',;\t ') === 0;
}

/** Where a line ends without the given characters behind it. */
function endOf(line: string, without: string): number {
  let end = line.length;
  while (end > 0 && without.includes(line.charAt(end - 1))) end -= 1;
  return end;
}

/** The cells of a line; empty ones at its end only up to a number of cells. */
function cellsOf(line: string, separator: string, most: number): string[] {
  const end = endOf(line, `${separator} `);
  const cells = splitCells(line.slice(0, end), separator);
  const empty = Math.max(0, Math.min(line.slice(end).split(separator).length - 1, most - cells.length));
  return [...cells, ...Array.from({ length: empty }, () => '')];
}

function splitCells(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator, MAX_CELLS).map((cell) => cell.trim());
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^\s*"([^"]*(?:""[^"]*)*)"\s*/.exec(rest);
    const end = quoted === null ? rest.indexOf(separator) : quoted[0].length;
    const last = end === -1 || end >= rest.length || cells.length === MAX_CELLS - 1;
    cells.push(quoted === null ? (last ? rest : rest.slice(0, end)).trim() : quoted[1]!.replaceAll('""', '"'));
    if (last) return cells;
    rest = rest.slice(end + (quoted === null || rest.startsWith(separator, end) ? separator.length : 0));
  }
}
