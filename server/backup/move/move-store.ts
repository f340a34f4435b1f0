import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Log } from '../../kernel/log.ts';
import { masked } from '../../settings/setting-values.ts';
import { closeStore } from '../../store/data-dir/closed-store.ts';
import { DataDirLocked, lockDataDir } from '../../store/data-dir/data-dir-lock.ts';
import { migrations, UNFINISHED, unfinished } from '../../store/migrations/migration-list.ts';
import { openStore, type Store } from '../../store/store.ts';
import { BackupFault } from '../backup-fault.ts';
import { openSource } from '../copy-sqlite.ts';
import { connectPatiently, type PostgresPlace } from '../connect-patiently.ts';
import { inMegabytes, progressOf } from '../progress.ts';
import { queryPostgres, querySqlite, readFacts, type StoreFacts } from '../store-facts.ts';
import { copyTable, inOrder, digestPostgres, digestSqlite, type TableDigest } from './table-copy.ts';

export type MoveOptions = {
  dataDir: string;
  to: PostgresPlace;
  log: Log;
  tell: (text: string) => void;
  now: () => number;
  /** Called after each batch with its number of rows; first with the number of rows that the table had already. */
  onBatch?: (rows: number) => void;
};

export type MovedTable = TableDigest & { table: string };

/**
 * Copies the embedded store to an empty PostgreSQL database, and succeeds only when both have the same rows. An interrupted move continues where it stopped.
 * No server starts on either store before the end, nor on the old store afterwards; its rows are not changed.
 * @throws BackupFault
 */
export async function moveStore(options: MoveOptions): Promise<MovedTable[]> {
  const { dataDir } = options;
  const release = await lockDataDir(dataDir, 0).catch((error: unknown) => {
    throw error instanceof DataDirLocked
      ? new BackupFault(`A server uses ${dataDir}: stop it first, so that nothing comes in meanwhile`)
      : error;
  });
  try {
    const source = openSource(dataDir);
    try {
      source.exec('begin; select count(*) from sqlite_master');
      return await move(source, await readFacts(querySqlite(source), 'sqlite'), options);
    } finally {
      source.close();
    }
  } finally {
    release();
  }
}

async function move(source: DatabaseSync, facts: StoreFacts, options: MoveOptions): Promise<MovedTable[]> {
  const { dataDir, to, log, now } = options;
  refuseOtherVersion(facts.migrations);
  await examine(to, facts);
  const target = await openStore({ dataDir, databaseUrl: to.databaseUrl, tls: to.tls, log, migrations: [...migrations, unfinished] });
  try {
    await target.migrate();
    await closeStore(dataDir, 'moved.txt', closedText(to, new Date(now()), 'is being moved'));
    await copyAll(source, target, facts, options);
    const moved = await verify(source, facts, options);
    await sql`delete from migrations where name = ${UNFINISHED}`.execute(target.db);
    await closeStore(dataDir, 'moved.txt', closedText(to, new Date(now()), 'was moved'));
    return moved;
  } finally {
    await target.close();
  }
}

async function copyAll(source: DatabaseSync, { db }: Store, facts: StoreFacts, { tell, onBatch }: MoveOptions): Promise<void> {
  const all = Object.values(facts.tables).reduce((sum, rows) => sum + rows, 0);
  const progress = progressOf('rows', tell);
  let done = 0;
  for (const table of ownTables(source, facts)) {
    const count = (rows: number) => {
      done += rows;
      progress(done, all);
      onBatch?.(rows);
    };
    await copyTable({ source, target: db, table, onBatch: count });
  }
}

/** Copies `secrets` first: the store's id in it shows whether an interrupted move was of the same store. */
function ownTables(source: DatabaseSync, { tables }: StoreFacts): string[] {
  return inOrder(source, ['secrets', ...Object.keys(tables).filter((name) => name !== 'migrations' && name !== 'secrets')]);
}

async function verify(source: DatabaseSync, facts: StoreFacts, { to, tell }: MoveOptions): Promise<MovedTable[]> {
  const { client } = await connectPatiently(to);
  const progress = progressOf('comparing', tell);
  const moved: MovedTable[] = [];
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables = ownTables(source, facts);
    for (const table of tables) {
      const [is, must] = [await digestPostgres(client, table), digestSqlite(source, table)];
      if (is.rows !== must.rows || is.digest !== must.digest)
        throw new BackupFault(
          `The table ${table} is not the same on both sides (${is.rows} rows there, ${must.rows} here): the store changed after the move had begun. ` +
            'Empty the database, and move again',
        );
      moved.push({ table, ...must });
      progress(moved.length, tables.length);
    }
    return moved;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function examine(to: PostgresPlace, { store }: StoreFacts): Promise<void> {
  const { client } = await connectPatiently(to);
  try {
    const there = await readFacts(queryPostgres(client), 'postgres');
    if (Object.keys(there.tables).length === 0) return;
    if (there.migrations.some(({ name }) => name === UNFINISHED) && (there.store === null || there.store === store)) return;
    throw new BackupFault(`There are tables in ${masked(to.databaseUrl)}, and nothing is written over them: name an empty database`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function refuseOtherVersion(there: StoreFacts['migrations']): void {
  const known = migrations.map(({ name }) => name);
  const names = there.map(({ name }) => name);
  if (known.length !== names.length || known.some((name) => !names.includes(name)))
    throw new BackupFault('The store in DATA_DIR is of another version: start this version’s server on it once, stop it, and move then');
}

function closedText(to: PostgresPlace, at: Date, what: string): string {
  const next =
    what === 'was moved'
      ? 'Set DATABASE_URL to it. The rows here are those of that moment; the files are still used.\nTo go back to them all the same, and lose what came since, remove this file.'
      : 'Run npm run move again, and it goes on. To go back, remove this file: the rows here are whole.';
  return `This store ${what} to PostgreSQL, ${masked(to.databaseUrl)}, on ${at.toISOString()}.\n${next}`;
}

export function movedText(moved: readonly MovedTable[], bytes: number): string {
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${moved.length} tables (${inMegabytes(bytes)})`;
}
