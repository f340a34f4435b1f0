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

/** Reads text separated by commas, semicolons or tabs (quotes as in RFC 4180), with the line breaks of any system. */
export function readImportTable(text: string): ImportTable {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  let count = 0;
  const notes = new Map<string, { value: string; line: number }>();
  const rows: { line: number; cells: readonly string[] }[] = [];
  let head: readonly string[] = [];
  let headLine = 0;
  let separator = ',';
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const note = /^\s*#\s*([A-Za-z][\w-]*)\s*:\s*(.*)$/.exec(raw);
    if (note !== null) notes.set(note[1]!.toLowerCase(), { value: note[2]!.trim(), line });
    if (raw.trim() === '' || raw.trimStart().startsWith('#')) continue;
    if (headLine === 0) {
      separator = [';', '\t', ','].find((one) => raw.includes(one)) ?? ',';
      head = cellsOf(raw, separator);
      headLine = line;
    } else {
      count += 1;
      if (count <= MAX_ROWS) rows.push({ line, cells: cellsOf(raw, separator) });
    }
  }
  return {
    notes,
    head,
    headLine,
    rows,
    count,
    decimalComma: separator === ';' && rows.some(({ cells }) => cells.slice(1).some((one) => one.includes(','))),
  };
}

function cellsOf(line: string, separator: string): string[] {
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
