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

/** How a file for spreadsheets begins: without the mark Excel takes it for one in the letters of its own country. */
export function csvHead(names: readonly string[]): string {
  return `\uFEFF${csv([names])}\r\n`;
}

/** The beginning of a cell, also for programs that split at semicolons, tabs or line breaks, before a sign that starts a formula. */
const FORMULA = /^(?=[\t\r])|(?<=^|[;\t\r\n"\u0085\u2028\u2029])(?=\s*[=+\-@＝＋－＠﹢﹣﹦﹫])/g;

function cell(text: string): string {
  const safe = text.replace(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Escapes control and bidirectional characters: the text stays on one line, and no terminal obeys it. */
function printable(text: string): string {
  return escapeControls(text).replace(/[\t\r\n]/g, written);
}
