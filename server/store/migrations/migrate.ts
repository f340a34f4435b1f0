import { sql } from 'kysely';
import { migrations, UNFINISHED } from './migration-list.ts';
import type { Migration, Unmigrated } from './migration.ts';

export type Dialects = 'sqlite' | 'postgres';

/**
 * Brings the tables up to date, in one transaction under one lock, so that processes starting
 * together take turns and one that is killed halfway leaves neither half a table nor a lock.
 */
export async function migrate(db: Unmigrated, dialect: Dialects, list = migrations): Promise<string[]> {
  const before = await applied(db).catch(() => undefined);
  if (before && pending(list, before).length === 0) return [];
  return db.transaction().execute(async (tx) => {
    // Both locks end with the transaction; SQLite's was taken by its BEGIN IMMEDIATE.
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(tx);
    await tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('applied_at', 'bigint', (c) => c.notNull())
      .execute();
    const todo = pending(list, await applied(tx));
    for (const migration of todo) {
      await migration.up(tx);
      await tx.insertInto('migrations').values({ name: migration.name, applied_at: Date.now() }).execute();
    }
    return todo.map((migration) => migration.name);
  });
}

/** The store knows migrations that this code does not. Nothing this process can do mends it. */
export class NewerStore extends Error {
  override name = 'NewerStore';

  constructor(unknown: readonly string[]) {
    super(
      `The store was written by a newer version: it has ${unknown.join(', ')}, which this one does not know. Start that version, or one after it, or name another store by DATABASE_URL or DATA_DIR.`,
    );
  }
}

/** Rows are still on their way to the store, or were when something was cut off. */
export class UnfinishedStore extends Error {
  override name = 'UnfinishedStore';

  constructor() {
    super(
      'The store is still being restored, or moved to, or that was cut off: npm run restore, or npm run move, goes on where it was when it is run again as before. Start the server once it is done.',
    );
  }
}

const lockId = 7_316_203_871;

async function applied(db: Unmigrated): Promise<string[]> {
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute();
  return rows.map((row) => String(row.name));
}

function pending(list: readonly Migration[], done: readonly string[]): readonly Migration[] {
  const unknown = done.filter((name) => !list.some((migration) => migration.name === name));
  if (unknown.includes(UNFINISHED)) throw new UnfinishedStore();
  if (unknown.length > 0) throw new NewerStore(unknown);
  return list.filter((migration) => !done.includes(migration.name));
}
