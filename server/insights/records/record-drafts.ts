import type { TrackRecord } from '../../../contract/figures/record.ts';
import type { Frequency, PortfolioGroup } from '../../../contract/portfolio.ts';
import type { Tx } from '../../store/store.ts';
import { columnsOf, recordColumns, recordOf } from './records.ts';
import { storedAbout, type PortfolioAbout } from './portfolio-about.ts';

export type RecordDraft = {
  id: string;
  draft: number;
  /** The version that the draft was compared with; undefined for a portfolio's first. */
  baseVersion: number | undefined;
  group: PortfolioGroup;
  source: string;
  reason: string | undefined;
  createdAt: number;
  /** The desk account that uploaded it; undefined when the command did. */
  draftedBy: string | undefined;
  about: PortfolioAbout;
  frequency: Frequency;
  firstDay: number;
  lastDay: number;
  digest: string;
};

export type NewDraft = Pick<RecordDraft, 'id' | 'baseVersion' | 'group' | 'source' | 'reason' | 'about'> & {
  record: TrackRecord;
  at: number;
  draftedBy?: string | undefined;
};

/** Stores a draft. An equal open draft is kept, and gets the latest reason. @returns the draft's number */
export async function saveRecordDraft(tx: Tx, next: NewDraft): Promise<number> {
  const { id, baseVersion, group, source, reason, about, record, at, draftedBy } = next;
  const columns = columnsOf(about, record);
  const open = (await listDrafts(tx, id)).find(
    (one) => one.digest === columns.digest && one.baseVersion === baseVersion && one.group === group,
  );
  if (open !== undefined) {
    await tx
      .updateTable('record_drafts')
      .set({ source, reason: reason ?? open.reason ?? null, drafted_by: open.draftedBy ?? draftedBy ?? null })
      .where('portfolio_id', '=', id)
      .where('draft', '=', open.draft)
      .execute();
    return open.draft;
  }
  const { last } = await tx
    .selectFrom('record_drafts')
    .select((of) => of.fn.max('draft').as('last'))
    .where('portfolio_id', '=', id)
    .executeTakeFirstOrThrow();
  const draft = (last ?? 0) + 1;
  await tx
    .insertInto('record_drafts')
    .values({
      portfolio_id: id,
      draft,
      base_version: baseVersion ?? null,
      group,
      source,
      reason: reason ?? null,
      created_at: at,
      closed_at: null,
      drafted_by: draftedBy ?? null,
      ...columns,
    })
    .execute();
  return draft;
}

export async function listDrafts(db: Tx, id?: string): Promise<RecordDraft[]> {
  let query = db
    .selectFrom('record_drafts')
    .select(['portfolio_id', 'draft', 'base_version', 'group', 'source', 'reason', 'created_at', 'drafted_by'])
    .select(['about', 'frequency', 'first_day', 'last_day', 'digest'])
    .where('closed_at', 'is', null);
  if (id !== undefined) query = query.where('portfolio_id', '=', id);
  const rows = await query.orderBy('portfolio_id').orderBy('draft').execute();
  return rows.map((row) => ({
    id: row.portfolio_id,
    draft: row.draft,
    baseVersion: row.base_version ?? undefined,
    group: row.group,
    source: row.source,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    draftedBy: row.drafted_by ?? undefined,
    about: storedAbout(row.about, row.portfolio_id),
    frequency: row.frequency,
    firstDay: row.first_day,
    lastDay: row.last_day,
    digest: row.digest,
  }));
}

export async function readDraftRecord(db: Tx, { id, draft }: Pick<RecordDraft, 'id' | 'draft'>): Promise<TrackRecord> {
  const row = await db
    .selectFrom('record_drafts')
    .select(recordColumns)
    .where('portfolio_id', '=', id)
    .where('draft', '=', draft)
    .executeTakeFirstOrThrow();
  return recordOf(row, `draft ${draft} of ${id}`);
}

/**
 * Closes a draft and deletes its values; its number is not used again.
 * @returns false when it was closed already
 */
export async function closeDraft(tx: Tx, { id, draft }: Pick<RecordDraft, 'id' | 'draft'>, at: number): Promise<boolean> {
  const none = new Uint8Array();
  const { numUpdatedRows } = await tx
    .updateTable('record_drafts')
    .set({ closed_at: at, days: none, portfolio: none, benchmark: null, benchmark2: null })
    .where('portfolio_id', '=', id)
    .where('draft', '=', draft)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
