import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../store/store.ts';

/** Milliseconds to wait until no other process reads an older state of the file, and the log can be emptied. */
const PATIENCE = 30_000;

/** Tables that rows of people are deleted from. */
const TABLES = [
  'leads',
  'consents',
  'withdrawals',
  'lead_events',
  'lead_work',
  'lead_index',
  'verifications',
  'notices',
  'files',
  'jobs',
  'mail_log',
  'suppressions',
  'idempotency',
];

/**
 * Leaves no byte of what was deleted: SQLite's file is written anew, page by page, and its log emptied, also while a server uses it.
 * PostgreSQL's space is freed for others to write over; what is left there, in its log and in its backups is not in our hands.
 * @throws where another process keeps the log from being emptied for too long; nothing is lost then, and it may be called again
 */
export async function scrubStore({ db, dialect }: Pick<Store, 'db' | 'dialect'>): Promise<void> {
  if (dialect === 'postgres') {
    for (const table of TABLES) await sql`vacuum ${sql.table(table)}`.execute(db);
    return;
  }
  await sql`pragma secure_delete = on`.execute(db);
  await sql`vacuum`.execute(db);
  for (const until = performance.now() + PATIENCE; ;) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return;
    if (performance.now() > until) throw new Error('Another process reads the store: what was deleted is still in its log');
    await wait(50);
  }
}
