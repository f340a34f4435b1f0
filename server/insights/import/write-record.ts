import { disclosureFields, noteKeyOf } from '../../../contract/figures/disclosure.ts';
import { isoOf } from '../../../contract/figures/days.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import { businessDaysBetween } from './holidays.ts';
import { quotedNote } from './import-table.ts';
import type { Imported } from './record-file.ts';

/** A portfolio with its record as a file, from which an import makes the same portfolio and record. */
export function writeFile({ id, group, about, record }: Imported): string {
  const closed = closedDays(record);
  const notes = {
    id,
    group,
    name: about.name,
    'short-name': about.shortName,
    'sub-name': about.subName,
    description: about.description,
    ...(record.benchmark !== undefined && { benchmark: about.benchmark }),
    ...(record.benchmark2 !== undefined && { benchmark2: about.benchmark2 }),
    kind: 'values',
    frequency: record.frequency,
    ...Object.fromEntries(
      disclosureFields.flatMap(({ key }) => (about.disclosure?.[key] === undefined ? [] : [[noteKeyOf(key), about.disclosure[key]]])),
    ),
    ...(closed.length > 0 && { closed: closed.map(isoOf).join(', ') }),
  };
  const lines = [record.portfolio, record.benchmark, record.benchmark2].filter((line) => line !== undefined);
  const rows = Array.from(record.days, (day, t) =>
    [isoOf(day), ...lines.map((line) => (Number.isNaN(line[t]) ? '' : String(line[t])))].join(','),
  );
  return [...Object.entries(notes).map(([key, value]) => `# ${key}: ${quotedNote(value)}`), headOf(about, lines.length), ...rows, ''].join(
    '\n',
  );
}

/** Names of benchmarks, which are in the notes, replace the names of columns where they can stand there. */
function headOf({ benchmark, benchmark2 }: Imported['about'], lines: number): string {
  const named = [benchmark, benchmark2].map((name, index) => (isColumn.test(name) ? name : `benchmark ${index + 1}`));
  const distinct = named[0]?.toLowerCase() === named[1]?.toLowerCase() ? ['benchmark 1', 'benchmark 2'] : named;
  return ['date', 'portfolio', ...distinct]
    .slice(0, lines + 1)
    .map(quoted)
    .join(',');
}

/** Starts with a letter or digit, so that no spreadsheet takes it for a formula; has no line break, and is no other column's name. */
const isColumn = /^(?!(?:date|portfolio|benchmark \d)$)[\p{L}\p{N}](?:.*\S)?$/iu;

/** Business days without a value between those of a daily record. */
function closedDays({ frequency, days }: TrackRecord): number[] {
  if (frequency !== 'daily') return [];
  return Array.from(days).flatMap((day, t) => (t === 0 ? [] : businessDaysBetween(days[t - 1] ?? day, day)));
}

function quoted(cell: string): string {
  return /[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
