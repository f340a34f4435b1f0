import { createReadStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { present } from '../../../contract/checked.ts';
import type { Log } from '../../kernel/log.ts';
import { syncPath } from '../../store/data-dir/replace-file.ts';
import { postgresFunctions } from '../../store/database/postgres-functions.ts';
import { SQLITE_NAME } from '../../store/database/sqlite.ts';
import { UNFINISHED, unfinished, migrations } from '../../store/migrations/migration-list.ts';
import { openStore, type Store } from '../../store/store.ts';
import { BackupFault } from '../backup-fault.ts';
import { writeHashed } from '../copy-files.ts';
import { connectPatiently, type PostgresPlace } from '../connect-patiently.ts';
import { serverOf, findPrograms } from '../postgres-programs.ts';
import type { FoundBackup } from '../manifest.ts';
import { differences, queryPostgres, readFacts, unsoundness } from '../store-facts.ts';
import type { StorePlace } from '../take-backup.ts';

export type RowsOptions = {
  backup: FoundBackup;
  place: StorePlace;
  staging: string;
  log: Log;
  prepare: (store: Store) => Promise<void>;
};

/** Restores the rows to DATA_DIR: prepared and checked in a staging folder, then put in place by one renaming. */
export async function restoreSqlite({ backup: { path, manifest }, place, staging, log, prepare }: RowsOptions): Promise<void> {
  const aside = join(staging, SQLITE_NAME);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const written = await writeHashed(createReadStream(join(path, manifest.database.name)), aside);
  if (written.sha256 !== manifest.database.sha256) throw new BackupFault(`${manifest.database.name} changed while it was restored`);
  const store = await openStore({ dataDir: staging, log });
  await prepare(store).finally(() => store.close());
  const file = new DatabaseSync(aside, { readOnly: true });
  const faults = unsoundness(file);
  file.close();
  if (faults.length > 0) throw new BackupFault(`What was restored is damaged: ${faults.slice(0, 3).join('; ')}`);
  await syncPath(aside);
  await rename(aside, join(place.dataDir, SQLITE_NAME));
  await syncPath(place.dataDir);
}

/** Restores the rows to PostgreSQL in one transaction, which also keeps servers off the store until it is prepared. @param there whether the rows are loaded */
export async function restorePostgres({ backup, place, staging, log, prepare }: RowsOptions, there: boolean): Promise<void> {
  const { databaseUrl, tls } = place;
  if (!there) await load(backup, { ...place, databaseUrl: present(databaseUrl) });
  const store = await openStore({ dataDir: staging, databaseUrl, tls, log, migrations: [...migrations, unfinished] });
  try {
    await prepare(store);
    await sql`delete from migrations where name = ${UNFINISHED}`.execute(store.db);
  } finally {
    await store.close();
  }
}

async function load({ path, manifest }: FoundBackup, place: PostgresPlace): Promise<void> {
  const { client, address } = await connectPatiently(place);
  try {
    const { major } = await serverOf(client);
    const programs = await findPrograms({ place, address, major });
    const dump = programs.read('pg_restore', ['--no-owner', '--no-privileges', '--file=-', join(path, manifest.database.name)]);
    const input = async (stdin: NodeJS.WritableStream) => {
      stdin.write(`${postgresFunctions(manifest.database.schema)};\n`);
      await pipeline(dump.output, stdin, { end: false });
      await dump.done;
      stdin.end(`\ninsert into "${manifest.database.schema}".migrations (name, applied_at) values ('${UNFINISHED}', ${Date.now()});\n`);
    };
    const args = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', '--file=-'];
    await programs.run('psql', args, { input });
    const { tables } = await readFacts(queryPostgres(client), 'postgres');
    const faults = differences({ ...tables, migrations: present(tables.migrations) - 1 }, manifest.tables);
    if (faults.length > 0) throw new BackupFault(`What was restored is not what was backed up: ${faults.join('; ')}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
