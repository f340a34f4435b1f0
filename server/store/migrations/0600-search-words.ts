import { sql } from 'kysely';
import type { Dialects, Unmigrated } from './migration.ts';

/**
 * The words of what visitors wrote and of what staff noted, which the desk searches. The server fills them in the background
 * (server/work/index/lead-indexer.ts); until then a row has none, and SQLite's table leaves it out.
 */
export async function up(db: Unmigrated, dialect: Dialects): Promise<void> {
  await db.schema.alterTable('lead_index').addColumn('words', 'text').execute();
  if (dialect === 'postgres') return;
  // Words are folded already, and all that is no ASCII belongs to them.
  await sql`create virtual table lead_words using fts5 (
    words, content = 'lead_index', content_rowid = 'pos', tokenize = 'ascii', prefix = '3 4', detail = 'none')`.execute(db);
  const add = sql`insert into lead_words (rowid, words) select new.pos, new.words where new.words is not null`;
  const remove = sql`insert into lead_words (lead_words, rowid, words) select 'delete', old.pos, old.words where old.words is not null`;
  await sql`create trigger lead_words_added after insert on lead_index begin ${add}; end`.execute(db);
  await sql`create trigger lead_words_removed after delete on lead_index begin ${remove}; end`.execute(db);
  await sql`create trigger lead_words_changed after update of words on lead_index
    when old.words is not new.words begin ${remove}; ${add}; end`.execute(db);
}
