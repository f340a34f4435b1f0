import * as v from 'valibot';
import { fieldAt, type ContentField, type Words } from '../../contract/content-fields.ts';
import { ASKED_VERSION } from '../../contract/forms/form-parts.ts';
import { jsonColumn } from '../store/json-column.ts';
import type { Tx } from '../store/store.ts';
import type { ContentVersionRow } from '../store/tables/content-tables.ts';

const value = v.union([v.string(), v.number()]);

/** By path of the field: the value that staff wrote, and the one that shipped in its place at that time. */
const stored = v.record(v.string(), v.object({ value, shipped: value }));

export type StoredWords = v.InferOutput<typeof stored>;

export type WordsVersion = Omit<ContentVersionRow, 'words' | 'drafted_by'> & { words: StoredWords; draftedBy: readonly string[] };

/** The latest published words; `number` 0 and no words where nothing was ever published. */
export async function currentWords(db: Tx): Promise<{ number: number; words: StoredWords }> {
  const row = await db.selectFrom('content_versions').select(['number', 'words']).orderBy('number', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? { number: 0, words: {} } : { number: row.number, words: jsonColumn(stored, row.words) };
}

/** The number of the latest version; 0: none. Asked every second by each server. */
export async function latestWords(db: Tx): Promise<number> {
  const { last } = await db
    .selectFrom('content_versions')
    .select((of) => of.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Published versions, the latest first. */
export async function listWordsVersions(db: Tx, { limit = 200 } = {}): Promise<WordsVersion[]> {
  const rows = await db.selectFrom('content_versions').selectAll().orderBy('number', 'desc').limit(limit).execute();
  return rows.map(wordsVersionOf);
}

export async function readWordsVersion(db: Tx, number: number): Promise<WordsVersion | undefined> {
  const row = await db.selectFrom('content_versions').selectAll().where('number', '=', number).executeTakeFirst();
  return row && wordsVersionOf(row);
}

/** The values of a published version; none where there is no such version. */
export async function wordsOfVersion(db: Tx, number: number): Promise<Words> {
  const { words = {} } = (await readWordsVersion(db, number)) ?? {};
  return Object.fromEntries(Object.entries(words).map(([path, one]) => [path, one.value]));
}

function wordsVersionOf({ words, drafted_by: by, ...row }: ContentVersionRow): WordsVersion {
  return { ...row, words: jsonColumn(stored, words), draftedBy: jsonColumn(v.array(v.string()), by) };
}

export async function addWordsVersion(tx: Tx, version: Omit<WordsVersion, 'number'> & { number: number }): Promise<void> {
  const { words, draftedBy, ...row } = version;
  await tx
    .insertInto('content_versions')
    .values({ ...row, words: JSON.stringify(words), drafted_by: JSON.stringify(draftedBy) })
    .execute();
}

/** The values alone, of fields that the site still has. */
export function shownValues(words: StoredWords, fields: ReadonlyMap<string, ContentField>): Words {
  return Object.fromEntries(
    Object.entries(words).flatMap(([path, { value: text }]) =>
      path === ASKED_VERSION || fieldAt(fields, path) !== undefined ? [[path, text] as const] : [],
    ),
  );
}
