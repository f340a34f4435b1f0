import type { Answers } from '../../contract/forms/form.ts';
import { setScan } from '../files/uploads.ts';
import { addEvent } from '../leads/lead-repository.ts';
import type { FileRow, Scan } from '../store/tables/file-tables.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import { answersOf } from '../leads/lead-columns.ts';
import { sizeWords } from '../../contract/figures/format.ts';

export type StoredApplication = { lead: LeadRow; answers: Answers; cv: FileRow | undefined };

export async function findApplication(db: Tx, id: string): Promise<StoredApplication | undefined> {
  const lead = await db.selectFrom('leads').selectAll().where('id', '=', id).where('kind', '=', 'application').executeTakeFirst();
  if (lead === undefined) return undefined;
  const cv = await db.selectFrom('files').selectAll().where('lead_id', '=', id).executeTakeFirst();
  return { lead, answers: answersOf(lead), cv };
}

export async function cvsOf(db: Tx, leadIds: readonly string[]): Promise<Map<string, FileRow>> {
  if (leadIds.length === 0) return new Map();
  const rows = await db.selectFrom('files').selectAll().where('lead_id', 'in', leadIds).execute();
  return new Map(rows.map((row) => [row.lead_id, row]));
}

export async function isConfirmed(db: Tx, { email_key: key, created_at: since }: LeadRow): Promise<boolean> {
  const row = await db
    .selectFrom('lead_events')
    .innerJoin('leads', 'leads.id', 'lead_events.lead_id')
    .select('lead_events.id')
    .where('leads.email_key', '=', key)
    .where('lead_events.kind', '=', CONFIRMATION_SENT)
    .where('lead_events.at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const CONFIRMATION_SENT = 'confirmation sent';

export async function recordScan(
  tx: Tx,
  file: FileRow,
  result: { scan: 'clean' | 'infected'; detail: string | null },
  at: number,
): Promise<void> {
  await setScan(tx, file.key, { ...result, at });
  await addEvent(tx, file.lead_id, { at, kind: `cv is ${result.scan}`, detail: result.detail === null ? {} : { found: result.detail } });
}

export const scanWords: Readonly<Record<Scan, string>> = {
  unscanned: 'not scanned for viruses: no scanner is set up',
  pending: 'waiting for the virus scanner, held back until it is done',
  clean: 'scanned, nothing found',
  infected: 'held back: the virus scanner found something',
};

export function cvRows(cv: FileRow | undefined): Array<readonly [label: string, value: string]> {
  if (cv === undefined) return [['CV', 'deleted']];
  const found = cv.scan_detail === null ? '' : ` (${cv.scan_detail})`;
  return [
    ['CV', `${cv.name}, ${sizeWords(cv.size)}`],
    ['Virus scan', `${scanWords[cv.scan]}${found}`],
    ['SHA-256', cv.sha256],
  ];
}
