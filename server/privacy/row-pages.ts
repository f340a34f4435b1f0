import { sql } from 'kysely';
import { present } from '../../contract/checked.ts';
import type { Schema } from '../store/schema.ts';
import type { Tx } from '../store/store.ts';

const PAGE = 1000;

/** A table's rows in pages, ordered by a unique text column, so that a table of any size needs little memory. */
export async function* pagesOf<T extends keyof Schema>(db: Tx, table: T, key: keyof Schema[T] & string): AsyncIterable<Schema[T][]> {
  for (let last = ''; ;) {
    const from = sql`select * from ${sql.table(table)} where ${sql.ref(key)} > ${last} order by ${sql.ref(key)} limit ${PAGE}`;
    const { rows } = await sql<Schema[T]>`${from}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    last = String(present(rows.at(-1))[key]);
  }
}
