import { sql } from 'kysely';
import type { Dialects, Unmigrated } from './migration.ts';

/**
 * Tables for work on leads, and the index that the desk lists and searches. The server fills the index in the background
 * (server/work/index/lead-indexer.ts), so that no start waits for it.
 */
export async function up(db: Unmigrated, dialect: Dialects): Promise<void> {
  await db.schema.alterTable('leads').addColumn('sample', 'integer').execute();
  await db.schema.alterTable('lead_events').addColumn('actor', 'text').execute();
  await db.schema.alterTable('lead_events').addColumn('pending', 'integer').execute();
  // The default marks rows that an older build inserts during a rolling restart, so that they are indexed as well.
  if (dialect === 'postgres') await sql`alter table lead_events alter column pending set default 1`.execute(db);
  await sql`create index lead_events_pending on lead_events (pending) where pending = 1`.execute(db);

  await db.schema
    .createTable('lead_work')
    .addColumn('lead_id', 'text', (c) => c.primaryKey().references('leads.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('new', 'contacted', 'meeting', 'won', 'lost')`))
    .addColumn('lost_reason', 'text')
    .addColumn('owner', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('lead_index')
    // On SQLite only the type `integer` makes it the rowid, which the full-text search uses.
    .addColumn('pos', dialect === 'sqlite' ? 'integer' : 'bigint', (c) => c.primaryKey())
    .addColumn('lead_id', 'text', (c) => c.notNull().unique().references('leads.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('form', 'text', (c) => c.notNull())
    .addColumn('caller', 'text', (c) => c.notNull())
    .addColumn('campaign', 'text')
    .addColumn('country', 'text')
    .addColumn('verified', 'integer', (c) => c.notNull())
    .addColumn('spam', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('owner', 'text')
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    // Sorted by bytes, as on SQLite.
    .addColumn('name', dialect === 'sqlite' ? 'text' : sql`text collate "C"`, (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('terms', dialect === 'sqlite' ? 'text' : sql`int4[]`, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('lead_index_changed').on('lead_index').columns(['changed_at', 'pos']).execute();
  await db.schema.createIndex('lead_index_name').on('lead_index').columns(['name', 'pos']).execute();
  await sql`create index lead_index_seq on lead_index (seq) where seq > 0`.execute(db);
  if (dialect === 'postgres') await inverted(db);
  else await fullText(db);
}

/** Indexing arrays of numbers needs no extension, and so no right to create one. */
async function inverted(db: Unmigrated): Promise<void> {
  await sql`create index lead_index_terms on lead_index using gin (terms) with (gin_pending_list_limit = 512)`.execute(db);
}

/**
 * Each three characters of a text are a term. Deleted entries are overwritten by an erasure (scrub-store.ts): doing that at once would cost
 * milliseconds a row.
 */
async function fullText(db: Unmigrated): Promise<void> {
  await sql`create virtual table lead_search using fts5 (
    text, terms, content = 'lead_index', content_rowid = 'pos', tokenize = 'trigram case_sensitive 1', detail = 'none')`.execute(db);
  const add = sql`insert into lead_search (rowid, text, terms) values (new.pos, new.text, new.terms)`;
  const remove = sql`insert into lead_search (lead_search, rowid, text, terms) values ('delete', old.pos, old.text, old.terms)`;
  await sql`create trigger lead_search_added after insert on lead_index begin ${add}; end`.execute(db);
  await sql`create trigger lead_search_removed after delete on lead_index begin ${remove}; end`.execute(db);
  await sql`create trigger lead_search_changed after update of text, terms on lead_index
    when old.text is not new.text or old.terms is not new.terms begin ${remove}; ${add}; end`.execute(db);
}
