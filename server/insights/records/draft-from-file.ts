import type { DateReadings } from '../../../contract/desk/date-readings.ts';
import { lockNamed } from '../../store/database/named-lock.ts';
import type { Store } from '../../store/store.ts';
import { idOfFile, readRecord as readHere, type FileReading, type Imported, type Notes, type ReadRecord } from '../import/record-file.ts';
import type { FileReaders } from '../import/record-thread.ts';
import { readWorkbook as readWorkbookHere } from '../import/workbook.ts';
import { findDraft } from './publish.ts';
import { digestOf, latestVersion, readStoredRecord, type Version } from './records.ts';
import { saveRecordDraft, type RecordDraft } from './record-drafts.ts';

const DAY = 86_400_000;

export type RecordFile = {
  /** A workbook as its bytes. */
  content: string | Uint8Array;
  /** The name of the uploaded file. */
  name: string;
  /** The whole record, or only the days after the last one. */
  how: 'whole' | 'append';
  given: Notes & { rebase?: boolean; sheet?: string };
  reason: string | undefined;
  draftedBy?: string;
};

export type FileOutcome =
  | { outcome: 'draft'; draft: RecordDraft }
  | { outcome: 'same'; id: string; version: number }
  | { outcome: 'refused'; faults: readonly string[]; readings?: DateReadings }
  /** The file continues a record, and there is none to continue. */
  | { outcome: 'no record'; id: string; sample: boolean };

/**
 * Makes a draft from a file, or returns why it cannot; nothing on the site changes.
 * @param now milliseconds since the epoch
 */
export async function draftFromFile(
  store: Store,
  file: RecordFile,
  now: number,
  { readRecord: read = readHere, readWorkbook = readWorkbookHere }: FileReaders = {},
): Promise<FileOutcome> {
  const { content, given } = file;
  const plain =
    typeof content === 'string' ? { ok: true as const, text: content } : await readWorkbook({ workbook: content, sheet: given.sheet });
  if (!plain.ok) return { outcome: 'refused', faults: plain.faults };
  const { text } = plain;
  const id = idOfFile(text, file.name, file.given);
  const latest = await latestVersion(store.db, id);
  if (file.how === 'append' && (latest === undefined || latest.sample))
    return { outcome: 'no record', id, sample: latest?.sample === true };
  const reading = await readIt(store, { ...file, text }, { id, latest, today: Math.floor(now / DAY), read });
  if (!reading.ok) return { outcome: 'refused', faults: reading.faults, ...(reading.readings && { readings: reading.readings }) };
  const { imported } = reading;
  if (latest !== undefined && isPublic(imported, latest)) return { outcome: 'same', id, version: latest.version };
  const { reason, name: source, draftedBy } = file;
  const next = { ...imported, reason, baseVersion: latest?.version, source, at: now, draftedBy };
  const number = await store.begin(async (tx) => {
    // Two drafts that are made at the same time get different numbers.
    await lockNamed(store.dialect, tx, `drafts of ${id}`);
    return saveRecordDraft(tx, next);
  });
  return { outcome: 'draft', draft: (await findDraft(store.db, id, number)) as RecordDraft };
}

type Former = { id: string; latest: Version | undefined; today: number; read: ReadRecord };

async function readIt(
  store: Store,
  { text, how, given }: RecordFile & { text: string },
  { id, latest, today, read }: Former,
): Promise<FileReading> {
  const asked = { text, id, given, today };
  // A real record takes over nothing that was stated of a sample.
  const former = latest?.sample === true ? { ...latest, about: { ...latest.about, disclosure: undefined } } : latest;
  if (how === 'whole') return read({ ...asked, how, former });
  return read({ ...asked, how, former: { ...latest!, record: await readStoredRecord(store.db, latest!) } });
}

function isPublic({ about, record, group }: Imported, { removedAt, digest, ...latest }: Version): boolean {
  return removedAt === undefined && latest.group === group && digestOf(about, record) === digest;
}
