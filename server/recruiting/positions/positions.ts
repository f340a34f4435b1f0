import * as v from 'valibot';
import type { Openings } from '../../../contract/careers-page.ts';
import { payPeriods, type Posting } from '../../../contract/posting.ts';
import { readJsonColumn } from '../../store/json-column.ts';
import type { Tx } from '../../store/store.ts';

/** `posting`: undefined if what is stored cannot be read; then the built posting is used. */
export type EditedPosition = {
  slug: string;
  posting: Posting | undefined;
  version: number;
  closedAt: number | null;
  changedAt: number;
  changedBy: string;
};

export async function listEditedPositions(db: Tx): Promise<EditedPosition[]> {
  const rows = await db.selectFrom('positions').selectAll().orderBy('slug').execute();
  return rows.map((row) => ({
    slug: row.slug,
    posting: readJsonColumn(stored, row.posting, `position ${row.slug}`),
    version: row.version,
    closedAt: row.closed_at,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
  }));
}

/** A text that changes with every change of a position; empty while none was edited. */
export async function positionsState(db: Tx): Promise<string> {
  const rows = await db.selectFrom('positions').select(['slug', 'version']).orderBy('slug').execute();
  return rows.map(({ slug, version }) => `${slug} ${version}`).join('\n');
}

export type PositionChange = { posting: Posting; seen: number; closedAt: number | null; by: string; at: number };

/** @param change `seen`: the version that it changes; 0: a new position @returns the new version; undefined when another change was quicker */
export async function storePosition(tx: Tx, { posting, seen, closedAt, by, at }: PositionChange): Promise<number | undefined> {
  const row = { posting: JSON.stringify(posting), version: seen + 1, closed_at: closedAt, changed_at: at, changed_by: by };
  if (seen === 0) {
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('positions')
      .values({ slug: posting.slug, ...row })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .executeTakeFirstOrThrow();
    return inserted === 1n ? 1 : undefined;
  }
  const { numUpdatedRows } = await tx
    .updateTable('positions')
    .set(row)
    .where('slug', '=', posting.slug)
    .where('version', '=', seen)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? seen + 1 : undefined;
}

/** The positions that are open on a day: the built ones in their order, with their edits, then added ones, newest first. @param today YYYY-MM-DD */
export function openingsOf(built: readonly Posting[], edited: readonly EditedPosition[], today: string): Openings {
  const bySlug = new Map(edited.map((one) => [one.slug, one]));
  const isBuilt = new Set(built.map(({ slug }) => slug));
  const added = edited.flatMap(({ slug, posting }) => (posting === undefined || isBuilt.has(slug) ? [] : [posting]));
  const all = [...built, ...added.toSorted((a, b) => b.datePosted.localeCompare(a.datePosted))];
  const open = all.flatMap((posting) => {
    const { posting: current = posting, closedAt = null } = bySlug.get(posting.slug) ?? {};
    return closedAt === null && current.validThrough >= today ? [current] : [];
  });
  return { open, known: all.map(({ slug }) => slug) };
}

/** Whether a subject of the form is the title of positions that are all closed. */
export async function isClosedTitle(db: Tx, title: string): Promise<boolean> {
  const edited = await listEditedPositions(db);
  const same = edited.filter(({ posting }) => posting?.title2 === title);
  return same.length > 0 && same.every(({ closedAt }) => closedAt !== null);
}

const points = v.array(v.string());

/** Checks the shape alone: what was stored under other rules is shown as it is. */
const stored: v.GenericSchema<unknown, Posting> = v.object({
  slug: v.string(),
  id: v.picklist([1, 2, 3, 4]),
  title1: v.string(),
  title2: v.string(),
  textIntro: v.string(),
  textResponsibility: points,
  textSkills: points,
  textPersonal: points,
  textSoftware: points,
  textNiceToHave: points,
  employmentType: v.picklist(['FULL_TIME', 'PART_TIME', 'INTERN']),
  datePosted: v.string(),
  validThrough: v.string(),
  remote: v.optional(v.literal(true)),
  country: v.optional(v.string()),
  payFrom: v.optional(v.number()),
  payTo: v.optional(v.number()),
  payCurrency: v.optional(v.string()),
  payPer: v.optional(v.picklist(payPeriods)),
});
