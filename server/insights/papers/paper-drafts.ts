import { present } from '../../../contract/checked.ts';
import type { PaperDraftRow } from '../../store/tables/insight-tables.ts';
import { jsonTexts } from '../../store/json-column.ts';
import type { Tx } from '../../store/store.ts';
import { newId } from '../../store/id.ts';
import { addPaper, imageType } from './papers.ts';

export type PaperDraft = Omit<PaperDraftRow, 'pdf' | 'image' | 'portfolios' | 'first'> & { portfolios: readonly string[]; first: boolean };

export type NewPaperDraft = {
  id: string;
  name: string;
  descr: string;
  date: string | undefined;
  portfolios: readonly string[];
  first: boolean;
  /** Undefined to keep the file of the public paper. */
  pdf: Uint8Array | undefined;
  image: Uint8Array | undefined;
  draftedBy: string;
  at: number;
};

const columns = [
  'paper_id',
  'draft',
  'base_added_at',
  'name',
  'descr',
  'dated',
  'portfolios',
  'first',
  'created_at',
  'drafted_by',
] as const;

/** Stores a draft, replacing the former one. @returns undefined when there is no PDF, and no public paper to take it from */
export async function savePaperDraft(tx: Tx, next: NewPaperDraft): Promise<string | undefined> {
  const former = await tx.selectFrom('papers').select(['created_at', 'pdf', 'image']).where('id', '=', next.id).executeTakeFirst();
  const pdf = next.pdf ?? former?.pdf;
  if (pdf === undefined) return undefined;
  const image = next.image ?? former?.image ?? null;
  const row = {
    draft: newId(next.at),
    base_added_at: former?.created_at ?? null,
    name: next.name,
    descr: next.descr,
    dated: next.date ?? null,
    portfolios: JSON.stringify(next.portfolios),
    first: next.first ? (1 as const) : (0 as const),
    created_at: next.at,
    drafted_by: next.draftedBy,
    pdf,
    pdf_size: pdf.length,
    image,
    image_type: image === null ? null : present(imageType(image)),
  };
  await tx
    .insertInto('paper_drafts')
    .values({ paper_id: next.id, ...row })
    .onConflict((conflict) => conflict.column('paper_id').doUpdateSet(row))
    .execute();
  return row.draft;
}

export async function listPaperDrafts(db: Tx): Promise<PaperDraft[]> {
  const rows = await db
    .selectFrom('paper_drafts')
    .select([...columns, 'pdf_size', 'image_type'])
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, portfolios: jsonTexts(row.portfolios), first: row.first === 1 }));
}

export type PaperRefusal = 'missing' | 'stale' | 'own draft';

/** Publishes a draft. @param by the account that publishes, and whether it must be another than the one that uploaded */
export async function publishPaperDraft(
  tx: Tx,
  { id, draft, at }: { id: string; draft: string; at: number },
  by: { account: string; fourEyes: boolean },
): Promise<PaperRefusal | undefined> {
  // Writing the row unchanged locks it, so that two who publish take turns.
  await tx.updateTable('paper_drafts').set({ paper_id: id }).where('paper_id', '=', id).execute();
  const found = await tx.selectFrom('paper_drafts').selectAll().where('paper_id', '=', id).executeTakeFirst();
  if (found === undefined) return 'missing';
  const former = await tx.selectFrom('papers').select('created_at').where('id', '=', id).executeTakeFirst();
  if (found.draft !== draft || (former?.created_at ?? null) !== found.base_added_at) return 'stale';
  if (by.fourEyes && found.drafted_by === by.account) return 'own draft';
  await addPaper(tx, {
    id,
    name: found.name,
    descr: found.descr,
    pdf: found.pdf,
    image: found.image ?? undefined,
    first: found.first === 1,
    sample: false,
    at,
    date: found.dated ?? undefined,
    portfolios: jsonTexts(found.portfolios),
    draftedBy: found.drafted_by,
    publishedBy: by.account,
  });
  await tx.deleteFrom('paper_drafts').where('paper_id', '=', id).execute();
  return undefined;
}

/** @returns false when the draft was replaced or no longer exists */
export async function discardPaperDraft(tx: Tx, id: string, draft: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('paper_drafts').where('paper_id', '=', id).where('draft', '=', draft).executeTakeFirst();
  return numDeletedRows > 0n;
}

export type PaperPart = { name: string; type: string; bytes: Uint8Array };

/** The PDF or the picture of the public paper or of its draft. */
export async function readPaperPart(
  db: Tx,
  { id, state, part }: { id: string; state: 'public' | 'draft'; part: 'pdf' | 'image' },
): Promise<PaperPart | undefined> {
  const fields = ['name', 'pdf', 'image', 'image_type'] as const;
  const row =
    state === 'public'
      ? await db.selectFrom('papers').select(fields).where('id', '=', id).executeTakeFirst()
      : await db.selectFrom('paper_drafts').select(fields).where('paper_id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  if (part === 'pdf') return { name: row.name, type: 'application/pdf', bytes: row.pdf };
  return row.image === null || row.image_type === null ? undefined : { name: id, type: row.image_type, bytes: row.image };
}
