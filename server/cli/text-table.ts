import { escapeControls, written } from './output.ts';

export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => printable(row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map(printable)
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Rows as CSV (RFC 4180). What a spreadsheet would run as a formula is kept a text by an apostrophe, whatever it parts cells at. */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

/** Where a cell begins, here or for a program that parts them at semicolons, tabs or lines, and a sign that begins a formula. */
const FORMULA = /^(?=[\t\r])|(?<=^|[;\t\r\n"\u0085\u2028\u2029])(?=\s*[=+\-@＝＋－＠﹢﹣﹦﹫])/g;

function cell(text: string): string {
  const safe = text.replace(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A text on one line, nothing of which a terminal obeys: control characters and those that turn the direction are written out. */
function printable(text: string): string {
  return escapeControls(text).replace(/[\t\r\n]/g, written);
}
