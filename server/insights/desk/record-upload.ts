import { present } from '../../../contract/checked.ts';
import type { DateReadings } from '../../../contract/desk/date-readings.ts';
import { disclosureFields, noteKeyOf } from '../../../contract/figures/disclosure.ts';
import { HttpRefusal, type SentFile } from '../../http/desk-answers.ts';
import { OLDER_WORKBOOK, workbookKind } from '../import/workbook-kind.ts';
import type { FileOutcome } from '../records/draft-from-file.ts';

/** How many faults are listed; their total is always given. */
const LISTED = 50;

/** The file as text, or as bytes where it is a workbook, or the reason why no record can be read from it. */
export function recordContent(file: SentFile | undefined): string | Uint8Array | HttpRefusal {
  const fault = file === undefined ? 'Choose a file' : faultOf(file.bytes);
  if (fault !== undefined) return new HttpRefusal(422, { errors: { file: fault } });
  const { bytes } = present(file);
  if (workbookKind(bytes) === 'xlsx') return bytes;
  return utf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

function faultOf(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return 'The file is empty';
  const kind = workbookKind(bytes);
  if (kind !== undefined) return kind === 'older' ? OLDER_WORKBOOK : undefined;
  return bytes.includes(0) ? 'This is no text. Save it as CSV in UTF-8, and choose that file' : undefined;
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The faults in the words of the page, which has fields where the command has options. */
export function plainFaults(made: Exclude<FileOutcome, { outcome: 'draft' | 'same' }>): {
  faults: string[];
  more: number;
  readings: DateReadings | null;
} {
  const faults = made.outcome === 'refused' ? made.faults : [noRecord(made)];
  const readings = made.outcome === 'refused' ? (made.readings ?? null) : null;
  return { faults: faults.slice(0, LISTED).map(plain), more: Math.max(0, faults.length - LISTED), readings };
}

function noRecord({ id, sample }: Extract<FileOutcome, { outcome: 'no record' }>): string {
  return sample
    ? `${id} is sample data, which nothing real is added to: upload the whole record`
    : `There is no portfolio ${id} to add days to: upload the whole record`;
}

const fields: Readonly<Record<string, string>> = {
  id: 'Name in addresses',
  group: 'Group',
  kind: 'The file has',
  closed: 'Closed days',
  dates: 'Dates',
  sheet: 'Sheet',
  ...Object.fromEntries(disclosureFields.map(({ key, label }) => [noteKeyOf(key), label])),
};

function plain(fault: string): string {
  return fault
    .replace(/^--([\w-]+):/, (_, name: string) => `${fields[name] ?? name}:`)
    .replace('--rebase chains', 'values from another base are chained')
    .replace(/: give --dates .*$/, ': choose how its dates are read')
    .replace('A closed market is named by --closed', 'Days without a value are named below')
    .replace('say so by --kind returns', 'choose that below')
    .replace('append restates nothing, import does', 'upload the whole record to change it');
}
