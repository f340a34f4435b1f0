export type Row = {
  what: string;
  value: string;
  budget?: string;
  /** Undefined if there is no budget. */
  ok?: boolean;
  peers?: string;
  /** What the value was made of, for --json. */
  measured?: object;
};

/** Options from the command line. */
export type SectionOptions = {
  behind?: string | undefined;
  store?: string | undefined;
  attack?: string | undefined;
  seconds?: string | undefined;
  sizes?: string | undefined;
  plots?: string | undefined;
  stores?: string | undefined;
};

export type BenchSection = { about: string; onlyNamed?: true; run: (options: SectionOptions) => Promise<Row[]> };

export function atMost(what: string, value: number, budget: number, { unit = '', digits = 0, peers = '' } = {}): Row {
  return { what, value: shown(value, unit, digits), budget: `≤ ${shown(budget, unit, digits)}`, ok: value <= budget, peers };
}

export function atLeast(what: string, value: number, budget: number, { unit = '', digits = 0, peers = '' } = {}): Row {
  return { what, value: shown(value, unit, digits), budget: `≥ ${shown(budget, unit, digits)}`, ok: value >= budget, peers };
}

export function told(what: string, value: number, { unit = '', digits = 0, peers = '' } = {}): Row {
  return { what, value: shown(value, unit, digits), peers };
}

export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ what, value, budget = '', ok, peers = '' }) => [
    ok === undefined ? ' ' : ok ? '✓' : '✗',
    what,
    value,
    budget,
    peers,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @returns the value that a share (0 to 1) of the values is below */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median, because other programs on the machine distort averages. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function shown(value: number, unit: string, digits: number): string {
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === '' ? text : `${text} ${unit}`;
}
