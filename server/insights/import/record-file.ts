import { dayOf } from '../../../contract/figures/days.ts';
import {
  disclosureNoteKeys,
  noteKeyOf,
  readDisclosure,
  type Disclosure,
  type DisclosureKey,
} from '../../../contract/figures/disclosure.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import { dateOrders, type DateOrder } from '../../../contract/desk/date-readings.ts';
import { PERIODS_A_YEAR, type Frequency, type PortfolioGroup } from '../../../contract/portfolio.ts';
import type { PortfolioAbout } from '../records/portfolio-about.ts';
import { appendRows } from './append-rows.ts';
import { noteOf, readImportTable, type ImportTable } from './import-table.ts';
import { readTrackRecord, type RecordKind, type RefusedFile } from './track-record.ts';

/** What can be given about a file on the command line, or in its first lines as `# key: value`. The command line wins. */
export const noteKeys = [
  'id',
  'group',
  'name',
  'short-name',
  'sub-name',
  'description',
  'benchmark',
  'benchmark2',
  'kind',
  'closed',
  'frequency',
  'dates',
  ...disclosureNoteKeys,
] as const;
export type Notes = { [K in (typeof noteKeys)[number]]?: string };

export type Imported = { id: string; group: PortfolioGroup; about: PortfolioAbout; record: TrackRecord };
/** What a correction keeps when the file does not say it. */
export type Previous = { group: PortfolioGroup; about: PortfolioAbout };
export type FileReading = { ok: true; imported: Imported } | RefusedFile;

/** A file to read: `former` is the record that it continues (`append`) or corrects (`whole`). */
export type RecordAsked = { text: string; id: string; given: Notes & { rebase?: boolean }; today: number } & (
  | { how: 'whole'; former: Previous | undefined }
  | { how: 'append'; former: Imported }
);

export type ReadRecord = (asked: RecordAsked) => Promise<FileReading>;

export const readRecord: ReadRecord = async ({ text, id, given, today, ...asked }) =>
  asked.how === 'whole'
    ? readFile(text, id, given, { previous: asked.former, today })
    : readMore(text, asked.former, given, { today, rebase: given.rebase === true });

/** The id of the file's portfolio: given, noted in the file, or made from the file's name. */
export function idOfFile(text: string, fileName: string, given: Notes): string {
  const [noted] = [...text.matchAll(/^\uFEFF?([\t ]*"?#[\t ]*id[\t ]*:.*)$/gim)].at(-1)?.slice(1) ?? [];
  return given.id ?? noteOf(noted ?? '')?.value ?? slug(fileName.replace(/\.[^.]*$/, ''));
}

/**
 * Reads a portfolio with its whole track record from a file's text.
 * @param today the last day that may have a value
 */
export function readFile(
  text: string,
  id: string,
  given: Notes,
  { previous, today }: { previous: Previous | undefined; today: number },
): FileReading {
  const table = readImportTable(text);
  const note = (key: (typeof noteKeys)[number]) => given[key] ?? table.notes.get(key)?.value;
  const faults: string[] = [];
  const fault = (key: (typeof noteKeys)[number], words: string) => {
    const line = given[key] === undefined ? table.notes.get(key)?.line : undefined;
    faults.push(`${line === undefined ? `--${key}` : `line ${line}, ${key}`}: ${words}`);
  };

  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) fault('id', `'${id}' is not an id: up to 64 of a to z, 0 to 9 and -`);
  const group = note('group') ?? previous?.group ?? 'website';
  if (group !== 'website' && group !== 'cognitive') fault('group', `'${group}' is neither website nor cognitive`);
  const kind = note('kind') ?? 'values';
  if (kind !== 'values' && kind !== 'returns') fault('kind', `'${kind}' is neither values nor returns`);
  const closed = readClosed(note('closed'));
  if (closed instanceof Error) fault('closed', closed.message);

  const frequency = note('frequency');
  if (frequency !== undefined && !isFrequency(frequency)) fault('frequency', `'${frequency}' is neither daily, calendar nor monthly`);
  const dates = note('dates');
  if (dates !== undefined && !isDateOrder(dates)) fault('dates', `'${dates}' is neither ${dateOrders.join(' nor ')}`);

  const reading = readTrackRecord(table, {
    kind: kind as RecordKind,
    closed: closed instanceof Error ? new Set() : closed,
    today,
    dates: isDateOrder(dates) ? dates : undefined,
    frequency: isFrequency(frequency) ? frequency : undefined,
  });
  const about = aboutOf(id, reading.ok ? reading.names : table.head.slice(1, 4), note, previous?.about);
  const stated = stateOf({ about, days: reading.ok ? reading.record.days : undefined }, { given, table, previous: previous?.about });
  if (!reading.ok) return { ...reading, faults: [...faults, ...stated.faults, ...reading.faults] };
  if (faults.length + stated.faults.length > 0) return { ok: false, faults: [...faults, ...stated.faults] };
  const { disclosure } = stated;
  return { ok: true, imported: { id, group: group as PortfolioGroup, about: { ...about, disclosure }, record: reading.record } };
}

type Said = { given: Notes; table: ImportTable; previous: PortfolioAbout | undefined };

/** The statements on the figures: as given now, or else as before. Former statements on a benchmark are dropped when its name changes. */
function stateOf({ about, days }: { about: PortfolioAbout; days: Int32Array | undefined }, { given, table, previous }: Said) {
  const { disclosure: before = {}, ...names } = previous ?? about;
  const renamed = (['benchmark', 'benchmark2'] as const).filter((of) => about[of] !== names[of]);
  const former = Object.fromEntries(
    Object.entries(before).filter(([key]) => !renamed.some((of) => key.startsWith(`${of}_`))),
  ) as Disclosure;
  const noteFor = (key: DisclosureKey) => table.notes.get(noteKeyOf(key));
  const { disclosure, faults } = readDisclosure((key) => given[noteKeyOf(key)] ?? noteFor(key)?.value, { ...about, days }, former);
  const told = faults.map(({ key, text }) => {
    const line = given[noteKeyOf(key)] === undefined ? noteFor(key)?.line : undefined;
    return `${line === undefined ? `--${noteKeyOf(key)}` : `line ${line}, ${noteKeyOf(key)}`}: ${text}`;
  });
  return { disclosure, faults: told };
}

/**
 * Reads a file's text, and extends a portfolio with its days after the last one. The portfolio's descriptions stay as they are, except for statements
 * on its figures that are given anew.
 * @param today the last day that may have a value
 */
export function readMore(text: string, former: Imported, given: Notes, { today, rebase }: { today: number; rebase: boolean }): FileReading {
  const table = readImportTable(text);
  const kind = given.kind ?? table.notes.get('kind')?.value ?? 'values';
  if (kind !== 'values' && kind !== 'returns') return { ok: false, faults: [`--kind: '${kind}' is neither values nor returns`] };
  const closed = readClosed(given.closed ?? table.notes.get('closed')?.value);
  if (closed instanceof Error) return { ok: false, faults: [`--closed: ${closed.message}`] };
  const dates = given.dates ?? table.notes.get('dates')?.value;
  if (dates !== undefined && !isDateOrder(dates))
    return { ok: false, faults: [`--dates: '${dates}' is neither ${dateOrders.join(' nor ')}`] };
  const reading = appendRows(table, former, { kind, closed, today, dates, rebase });
  const { about } = former;
  const { disclosure, faults } = stateOf({ about, days: reading.ok ? reading.record.days : undefined }, { given, table, previous: about });
  if (!reading.ok) return { ...reading, faults: [...faults, ...reading.faults] };
  return faults.length > 0
    ? { ok: false, faults }
    : { ok: true, imported: { ...former, about: { ...about, disclosure }, record: reading.record } };
}

function aboutOf(
  id: string,
  names: readonly string[],
  note: (key: (typeof noteKeys)[number]) => string | undefined,
  previous?: PortfolioAbout,
): PortfolioAbout {
  const [column = '', benchmark = '', benchmark2 = ''] = names;
  const name = note('name') ?? previous?.name ?? (generic.test(column) ? id : column);
  return {
    name,
    shortName: note('short-name') ?? previous?.shortName ?? name,
    subName: note('sub-name') ?? previous?.subName ?? '',
    description: note('description') ?? previous?.description ?? '',
    benchmark: benchmark === '' ? '' : note('benchmark') || previous?.benchmark || benchmark,
    benchmark2: benchmark2 === '' ? '' : note('benchmark2') || previous?.benchmark2 || benchmark2,
  };
}

function isDateOrder(text: string | undefined): text is DateOrder {
  return dateOrders.some((one) => one === text);
}

function isFrequency(text: string | undefined): text is Frequency {
  return text !== undefined && Object.hasOwn(PERIODS_A_YEAR, text);
}

const generic = /^(portfolio|pf|value|values|nav|return|returns)$/i;

function readClosed(text = ''): ReadonlySet<number> | Error {
  const days = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const wrong = days.find((day) => dayOf(day) === undefined);
  return wrong === undefined
    ? new Set(days.map((day) => dayOf(day)!))
    : new Error(`'${wrong}' is not a date: write 2024-12-31, 2025-01-01`);
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
