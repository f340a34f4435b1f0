export type ImportTable = {
  /** `# key: value` lines above the head, keys in lower case. */
  notes: ReadonlyMap<string, { value: string; line: number }>;
  head: readonly string[];
  headLine: number;
  rows: readonly { line: number; cells: readonly string[] }[];
  /** Numbers are written with a decimal comma, which a semicolon between cells allows: one of them at least. */
  decimalComma: boolean;
};

export type Fault = { line: number; column: string; text: string };

/** Reads comma-, semicolon- or tab-separated text (RFC 4180 quotes); line breaks of any system. */
export function readImportTable(text: string): ImportTable {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
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
    } else rows.push({ line, cells: cellsOf(raw, separator) });
  }
  return {
    notes,
    head,
    headLine,
    rows,
    decimalComma: separator === ';' && rows.some(({ cells }) => cells.slice(1).some((one) => one.includes(','))),
  };
}

function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest);
    const end = quoted === null ? rest.indexOf(separator) : quoted[0].length;
    const last = end === -1 || end >= rest.length;
    cells.push(quoted === null ? (last ? rest : rest.slice(0, end)).trim() : quoted[1]!.replaceAll('""', '"'));
    if (last) return cells;
    rest = rest.slice(end + (quoted === null || rest.startsWith(separator, end) ? separator.length : 0));
  }
}
