import { sql } from 'kysely';
import { lockNamed } from '../database/named-lock.ts';
import { MAJOR, migrations, UNFINISHED } from './migration-list.ts';
import type { Dialects, Migration, Unmigrated } from './migration.ts';

/**
 * Runs pending migrations in one transaction under a lock, so that processes which start together take turns, and one that is killed halfway leaves
 * neither a half-made table nor a lock.
 * @returns the names of the migrations that ran
 */
export async function migrate(db: Unmigrated, dialect: Dialects, list = migrations): Promise<string[]> {
  const before = await applied(db).catch(() => undefined);
  if (before && pending(list, before).length === 0) return [];
  return db.transaction().execute(async (tx) => {
    await lockNamed(dialect, tx, 'migrations');
    await tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('applied_at', 'bigint', (c) => c.notNull())
      .addColumn('since', 'integer')
      .execute();
    await addSince(tx, dialect);
    const todo = pending(list, await applied(tx));
    for (const migration of todo) {
      await migration.up(tx, dialect);
      const { name, since = MAJOR } = migration;
      await tx.insertInto('migrations').values({ name, applied_at: Date.now(), since }).execute();
    }
    return todo.map((migration) => migration.name);
  });
}

/** Names of the store's migrations that this code does not know but can run with: those of a newer version, before a rollback or in a rolling deploy. */
export async function tolerated(db: Unmigrated, list = migrations): Promise<string[]> {
  return unknownIn(list, await applied(db)).map(({ name }) => name);
}

/** The store has migrations that this code neither knows nor can run with. This process cannot fix that. */
export class NewerStore extends Error {
  override name = 'NewerStore';

  constructor(unknown: readonly string[]) {
    super(
      `The store was written by a newer version: it has ${unknown.join(', ')}, which this one does not know. Go forward: start that version, or one after it. Or go back: put the backup from before the upgrade in its place (docs/operating.md, Going back). Another store is named by DATABASE_URL or DATA_DIR.`,
    );
  }
}

/** A restore or move into the store is running, or was interrupted. */
export class UnfinishedStore extends Error {
  override name = 'UnfinishedStore';

  constructor() {
    super(
      'The store is still being restored, or moved to, or that was cut off: npm run restore, or npm run move, goes on where it was when it is run again as before. Start the server once it is done.',
    );
  }
}

/** `since` is null if unknown: written by code without it, or by hand. */
type Applied = { name: string; since: number | null };

async function applied(db: Unmigrated): Promise<Applied[]> {
  const rows = await db.selectFrom('migrations').selectAll().orderBy('name').execute();
  return rows.map((row) => ({ name: String(row.name), since: typeof row.since === 'number' ? row.since : null }));
}

function unknownIn(list: readonly Migration[], done: readonly Applied[]): Applied[] {
  return done.filter(({ name }) => !list.some((migration) => migration.name === name));
}

function pending(list: readonly Migration[], done: readonly Applied[]): readonly Migration[] {
  const unknown = unknownIn(list, done);
  if (unknown.some(({ name }) => name === UNFINISHED)) throw new UnfinishedStore();
  const refused = unknown.filter(({ since }) => since === null || since > MAJOR);
  if (refused.length > 0) throw new NewerStore(refused.map(({ name }) => name));
  return list.filter((migration) => !done.some(({ name }) => name === migration.name));
}

/** Stores from before 3.2 lack the column. */
async function addSince(tx: Unmigrated, dialect: Dialects): Promise<void> {
  if (dialect === 'postgres') {
    await sql`alter table migrations add column if not exists since integer`.execute(tx);
    return;
  }
  const { rows } = await sql`select 1 from pragma_table_info('migrations') where name = 'since'`.execute(tx);
  if (rows.length === 0) await sql`alter table migrations add column since integer`.execute(tx);
}
