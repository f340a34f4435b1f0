import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { elementAt } from '../../contract/checked.ts';
import { tables } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Table } from '../store/table.ts';

/** Milliseconds to wait until no other process reads an older state of the file, so that the log can be emptied. */
const PATIENCE = 30_000;

/**
 * Removes all traces of deleted rows. SQLite's file is rewritten and its log emptied, also while a server uses it. PostgreSQL's space is only freed to be
 * overwritten; its log and its backups are outside our control.
 * @throws when another process keeps the log from being emptied for too long; nothing is lost, and it can be repeated
 */
export async function scrubStore({ db, dialect }: Pick<Store, 'db' | 'dialect'>): Promise<void> {
  if (dialect === 'postgres') {
    for (const [name, { of }] of Object.entries<Table>(tables)) if (of === 'visitors') await sql`vacuum ${sql.table(name)}`.execute(db);
    return;
  }
  await sql`pragma secure_delete = on`.execute(db);
  for (const table of ['lead_search', 'lead_words'] as const) await mergeSearch(db, table);
  await sql`vacuum`.execute(db);
  for (const until = performance.now() + PATIENCE; ;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return;
    if (performance.now() > until) throw new Error('Another process reads the store: what was deleted is still in its log');
    await wait(50);
  }
}

/** Pages written in one step: some milliseconds, during which other writers wait. */
const STEP = 200;

/** A search index only marks rows as deleted until its parts are merged: merges all of them, in small steps. */
async function mergeSearch(db: Store['db'], table: string): Promise<void> {
  const changes = async () => elementAt((await sql<{ n: number }>`select total_changes() as n`.execute(db)).rows, 0).n;
  const merge = (pages: number) => sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank) values ('merge', ${pages})`.execute(db);
  await merge(-STEP);
  for (let before = await changes(); ;) {
    await merge(STEP);
    const after = await changes();
    // FTS5's documentation: a merge that changes fewer than two rows had nothing left to do.
    if (after - before < 2) return;
    before = after;
  }
}
