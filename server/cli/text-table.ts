import { elementAt } from '../../contract/checked.ts';
import { escapeControls, written } from './output.ts';

export function textTable(rows: readonly (readonly string[])[]): string {
  const printed = rows.map((row) => row.map(printable));
  const widths = (rows[0] ?? []).map((_, column) => printed.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0));
  return printed
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The columns of a table: their heads, and what they show of a row. */
export type Columns<Row> = readonly (readonly [head: string, cell: (row: Row) => string | number])[];

export function tableRows<Row>(columns: Columns<Row>, rows: readonly Row[]): string[][] {
  return [columns.map(([head]) => head), ...rows.map((row) => columns.map(([, cell]) => String(cell(row))))];
}

type Shown<Row> = { columns: Columns<Row>; none: string; json?: boolean | undefined };

/** Prints rows as a table, or `none` without rows; with `json`, as they are. */
export function printRows<Row>(print: (text: string) => void, rows: readonly Row[], { columns, none, json }: Shown<Row>): void {
  if (json === true) print(JSON.stringify(rows, null, 2));
  else print(rows.length === 0 ? none : textTable(tableRows(columns, rows)));
}

/** Rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe before it, whichever separator the program uses. */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

/** The head of a CSV file, with a byte order mark: without it Excel reads the file in the legacy encoding of its country. */
export function csvHead(names: readonly string[]): string {
  return `\uFEFF${csv([names])}\r\n`;
}

/** A character that starts a formula, with all white space before it. Each run of white space is scanned once. */
const SIGN = /(?<!\s)\s*[=+\-@＝＋－＠﹢﹣﹦﹫]/g;
/** Characters after which a cell begins, also for programs that split at semicolons, tabs or line breaks. */
const BEFORE_CELL = /^[;\t\r\n"\u0085\u2028\u2029]$/;
const BREAK = /[\t\r\n\u2028\u2029]/g;

function cell(text: string): string {
  const defused = text.replace(SIGN, (run, at: number) => {
    const begins = at === 0 || BEFORE_CELL.test(elementAt(text, at - 1));
    return `${begins ? "'" : ''}${run.replace(BREAK, "$&'")}`;
  });
  const safe = /^[\t\r]/.test(defused) ? `'${defused}` : defused;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Escapes control and bidirectional characters, so that the text stays on one line and no terminal obeys it. */
function printable(text: string): string {
  return escapeControls(text).replace(/[\t\r\n]/g, written);
}
