import { createHash } from 'node:crypto';
import { present } from '../../../contract/checked.ts';
import { dataPaths } from '../../../contract/portfolio.ts';
import { PAPER_IMAGE_WIDTH, type Paper, paperTitle } from '../../../contract/paper.ts';
import { jsonTexts } from '../../store/json-column.ts';
import type { Tx } from '../../store/store.ts';
import type { LeadTopics } from '../../leads/lead-context.ts';
import { findVersion } from '../records/records.ts';
import type { AskedRemoval } from '../removals/decide-removal.ts';
import { askedColumns, askedPaperRemoval } from '../removals/paper-removals.ts';

export const paperLimits = { pdf: 20 * 1024 * 1024, image: 2 * 1024 * 1024 } as const;

export type NewPaper = {
  id: string;
  /** File name, including `.pdf`. */
  name: string;
  descr: string;
  pdf: Uint8Array;
  image: Uint8Array | undefined;
  first: boolean;
  sample: boolean;
  at: number;
  /** ISO date. */
  date?: string | undefined;
  portfolios?: readonly string[];
  draftedBy?: string;
  publishedBy?: string;
};

export type StoredPaper = Paper & {
  sample: boolean;
  size: number;
  addedAt: number;
  draftedBy: string | null;
  publishedBy: string | null;
  removalAsked: AskedRemoval | undefined;
};

type PaperFile = { name: string; type: string; digest: string; read: () => Promise<Uint8Array> };

export async function listPapers(db: Tx): Promise<StoredPaper[]> {
  const rows = await db
    .selectFrom('papers')
    .select(['id', 'name', 'descr', 'sample', 'pdf_size', 'image_type', 'created_at', 'dated', 'portfolios', 'drafted_by', 'published_by'])
    .select(askedColumns)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    descr: row.descr,
    img:
      row.image_type === null
        ? null
        : `${dataPaths.paperFile(`${row.id}.${present(extensions.get(row.image_type))}`)}?size=${PAPER_IMAGE_WIDTH}`,
    webViewLink: dataPaths.paperFile(`${row.id}.pdf`),
    sample: row.sample === 1,
    size: row.pdf_size,
    addedAt: row.created_at,
    ...(row.dated !== null && { date: row.dated }),
    ...(row.portfolios !== null && { portfolios: jsonTexts(row.portfolios) }),
    draftedBy: row.drafted_by,
    publishedBy: row.published_by,
    removalAsked: askedPaperRemoval(row),
  }));
}

export function wirePaper({ id, name, descr, img, webViewLink, date, portfolios = [] }: StoredPaper): Paper {
  return { id, name, descr, img, webViewLink, ...(date !== undefined && { date }), ...(portfolios.length > 0 && { portfolios }) };
}

export async function addPaper(tx: Tx, paper: NewPaper): Promise<void> {
  const { id, name, descr, pdf, image, first, sample, at, date, portfolios = [], draftedBy, publishedBy } = paper;
  const { low, high } = await tx
    .selectFrom('papers')
    .select((of) => [of.fn.min('position').as('low'), of.fn.max('position').as('high')])
    .executeTakeFirstOrThrow();
  const former = await tx.selectFrom('papers').select('position').where('id', '=', id).executeTakeFirst();
  const last = former?.position ?? (high ?? 0) + 1;
  const row = {
    position: first ? (low ?? 1) - 1 : last,
    name,
    descr,
    sample: sample ? (1 as const) : (0 as const),
    created_at: at,
    pdf,
    pdf_digest: digest(pdf),
    pdf_size: pdf.length,
    image: image ?? null,
    image_digest: image === undefined ? null : digest(image),
    image_type: image === undefined ? null : present(imageType(image)),
    dated: date ?? null,
    portfolios: portfolios.length === 0 ? null : JSON.stringify(portfolios),
    drafted_by: draftedBy ?? null,
    published_by: publishedBy ?? null,
  };
  await tx
    .insertInto('papers')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** The paper that is public under an id. */
export async function findPaper(db: Tx, id: string): Promise<StoredPaper | undefined> {
  return (await listPapers(db)).find((one) => one.id === id);
}

/** The file for an address: `<id>.pdf`, or the paper's picture with the extension of its type. */
export async function findPaperFile(db: Tx, file: string): Promise<PaperFile | undefined> {
  const context = /^([a-z0-9-]{1,57})\.([a-z]{3,4})$/.exec(file);
  if (context === null) return undefined;
  const [, id, extension] = context as unknown as [string, string, string];
  const row = await db
    .selectFrom('papers')
    .select(['name', 'pdf_digest', 'image_digest', 'image_type'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (extension === 'pdf') {
    const read = async () => (await db.selectFrom('papers').select('pdf').where('id', '=', id).executeTakeFirstOrThrow()).pdf;
    return { name: row.name, type: 'application/pdf', digest: row.pdf_digest, read };
  }
  if (row.image_type === null || extensions.get(row.image_type) !== extension) return undefined;
  const read = async () => present((await db.selectFrom('papers').select('image').where('id', '=', id).executeTakeFirstOrThrow()).image);
  return { name: file, type: row.image_type, digest: present(row.image_digest), read };
}

export function isPdf(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return text.subarray(0, 5).toString('latin1') === '%PDF-' && text.subarray(-1024).includes('%%EOF');
}

/** The media type of a picture, by its content; undefined when browsers cannot show it. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  return start.slice(4, 12) === 'ftypavif' ? 'image/avif' : undefined;
}

const extensions: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
]);

/** Makes a paper's id from its title. */
export function paperId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 57)
    .replace(/^-|-$/g, '');
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

export const leadTopics: LeadTopics = {
  name: async (db, { kind, id }) => {
    if (kind === 'portfolio') return (await findVersion(db, id))?.about.shortName;
    const paper = await db.selectFrom('papers').select('name').where('id', '=', id).executeTakeFirst();
    return paper && paperTitle(paper);
  },
  findPaper: async (db, id) => {
    const row = await db.selectFrom('papers').select(['name', 'pdf_size']).where('id', '=', id).executeTakeFirst();
    const read = async () => (await db.selectFrom('papers').select('pdf').where('id', '=', id).executeTakeFirstOrThrow()).pdf;
    return row && { name: row.name, size: row.pdf_size, read };
  },
};
