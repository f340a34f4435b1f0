import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { present, elementAt } from '../../contract/checked.ts';
import { BackupFault } from './backup-fault.ts';
import { type PostgresPlace, connectPatiently, programAddress, type ProgramAddress } from './connect-patiently.ts';
import type pg from 'pg';
import { syncPath } from '../store/data-dir/replace-file.ts';
import { makePrivateFile } from '../store/data-dir/private-folder.ts';
import { queryPostgres, readFacts, type StoreFacts } from './store-facts.ts';

export type ProgramName = 'pg_dump' | 'pg_restore' | 'psql';

export type PostgresPrograms = {
  /** @throws BackupFault with the program's error output */
  run: (
    name: ProgramName,
    args: readonly string[],
    streams?: { input?: (stdin: Writable) => Promise<void>; signal?: AbortSignal | undefined },
  ) => Promise<void>;
  read: (name: ProgramName, args: readonly string[]) => { output: Readable; done: Promise<void> };
};

const FOLDERS = ['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql@*/bin', '/usr/local/opt/postgresql@*/bin', '/usr/pgsql-*/bin'];

export type Wanted = {
  place: PostgresPlace;
  address: string;
  major: number;
};

/**
 * Finds programs that are not older than the server, because an older pg_dump refuses it: in the folder POSTGRES_BIN, otherwise in PATH and the usual folders.
 * @throws BackupFault that says how to install them
 */
export async function findPrograms({ place, address, major }: Wanted): Promise<PostgresPrograms> {
  const usual = FOLDERS.flatMap((pattern) => globSync(pattern)).toSorted((a, b) => majorIn(b) - majorIn(a));
  const found: string[] = [];
  for (const folder of place.programs === undefined ? ['', ...usual] : [place.programs]) {
    const version = await versionOf(join(folder, 'pg_dump'));
    if (version === undefined) continue;
    if (version >= major) return programsIn(folder, programAddress(address, place));
    found.push(String(version));
  }
  const old = found.length > 0 ? ` (found: ${[...new Set(found)].join(', ')})` : '';
  throw new BackupFault(
    `PostgreSQL's own programs of version ${major} or later are needed and were not found${old}. On Debian: apt-get install ` +
      `postgresql-client-${major}; or name their folder by POSTGRES_BIN. Where neither can be done, let the database's provider take ` +
      'snapshots, and copy the bucket or DATA_DIR/files after each: docs/operating.md, Backups',
  );
}

function programsIn(folder: string, { address, password }: ProgramAddress): PostgresPrograms {
  // oxlint-disable-next-line node/no-process-env -- the programs get this process's own, and the password, which no argument may show
  const env = { ...process.env, ...(password === undefined ? {} : { PGPASSWORD: password }), PGAPPNAME: 'cognitive-pro-site' };
  return {
    run: async (name, args, { input, signal } = {}) => {
      const child = spawn(join(folder, name), [`--dbname=${address}`, ...args], { env, signal, stdio: ['pipe', 'ignore', 'pipe'] });
      const done = ended(name, child);
      if (input === undefined) child.stdin.end();
      // The program's own error says more than the broken input stream.
      else await input(child.stdin).catch(async (error: unknown) => done.then(() => Promise.reject(error as Error)));
      await done;
    },
    read: (name, args) => {
      const child = spawn(join(folder, name), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      return { output: child.stdout, done: ended(name, child) };
    },
  };
}

function ended(name: string, child: ChildProcess): Promise<void> {
  let errors = '';
  present(child.stderr).on('data', (bytes: Buffer) => (errors = `${errors}${bytes.toString()}`.slice(-2000)));
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new BackupFault(`${name} ended with ${code}: ${errors.trim()}`));
    });
  });
  // Prevents an unhandled rejection: code that awaits `done` later still gets the error.
  done.catch(() => undefined);
  return done;
}

async function versionOf(program: string): Promise<number | undefined> {
  const text = await promisify(execFile)(program, ['--version']).then(
    ({ stdout }) => stdout,
    () => '',
  );
  const [, major] = /\) (\d+)/.exec(text) ?? [];
  return major === undefined ? undefined : Number(major);
}

function majorIn(path: string): number {
  return Number(/(?<!\d)(\d+)\/bin$/.exec(path)?.[1] ?? 0);
}

export async function serverOf(client: pg.Client): Promise<{ major: number; schema: string | null }> {
  const { rows } = await client.query<{ version: string; schema: string | null }>(
    "select current_setting('server_version_num') as version, current_schema() as schema",
  );
  return { major: Math.floor(Number(elementAt(rows, 0).version) / 10_000), schema: elementAt(rows, 0).schema };
}

/** Dumps the tables with pg_dump while servers write to them. The returned facts come from the same snapshot. */
export async function dumpPostgres(place: PostgresPlace, path: string, signal?: AbortSignal): Promise<StoreFacts & { schema: string }> {
  const { client, address } = await connectPatiently(place);
  try {
    const { major, schema } = await serverOf(client);
    const programs = await findPrograms({ place, address, major });
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    const facts = await readFacts(queryPostgres(client), 'postgres');
    makePrivateFile(path);
    const args = ['--format=custom', '--no-owner', '--no-privileges', '--lock-wait-timeout=60000'];
    await programs.run('pg_dump', [...args, `--snapshot=${elementAt(rows, 0).id}`, `--table="${schema}".*`, `--file=${path}`], { signal });
    await syncPath(path);
    return { ...facts, schema: present(schema) };
  } finally {
    await client.end().catch(() => undefined);
  }
}
