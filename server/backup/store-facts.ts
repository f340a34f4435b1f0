import type { DatabaseSync } from 'node:sqlite';
import type { Client } from 'pg';
import { elementAt } from '../../contract/checked.ts';
import { OWN_ID } from '../files/storage-owner.ts';

export type PlainQuery = (text: string) => Promise<Record<string, unknown>[]>;

export function querySqlite(file: DatabaseSync): PlainQuery {
  return async (text) => file.prepare(text).all();
}

export function queryPostgres(client: Client): PlainQuery {
  return async (text) => (await client.query<Record<string, unknown>>(text)).rows;
}

export type NamedFile = { key: string; sha256: string; size: number };

export type StoreFacts = {
  tables: Record<string, number>;
  migrations: { name: string; since: number | null }[];
  store: string | null;
  files: NamedFile[];
  /** The table `erasures` as JSON documents, one per line, as in DATA_DIR/erasures.jsonl. */
  erasures: string;
};

/** Queries for the tables that are counted, moved and compared. The desk's index is left out, because it is made from other tables. */
export const tableQueries = {
  sqlite: `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'
    and name != 'lead_index' order by name`,
  postgres: `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and c.relname != 'lead_index' order by c.relname`,
};

/** The facts about a store that a backup records, and that a restored store is compared with. */
export async function readFacts(query: PlainQuery, dialect: 'sqlite' | 'postgres'): Promise<StoreFacts> {
  const names = (await query(tableQueries[dialect])).map((row) => String(row.name));
  const tables: Record<string, number> = {};
  for (const name of names) tables[name] = Number(elementAt(await query(`select count(*) as n from "${name}"`), 0).n);
  const ifThere = async (table: string, text: string) => (names.includes(table) ? query(text) : []);
  const ids = await ifThere('secrets', `select value from secrets where name = '${OWN_ID}'`);
  const files = [
    ...(await ifThere('files', 'select key, sha256, size from files order by key')),
    ...(await ifThere(
      'picture_files',
      'select key, sha256, size from picture_files where stored_at is not null and removed_at is null order by key',
    )),
  ];
  const erasures = await ifThere('erasures', 'select id, at, scope, key, hash from erasures order by at, id');
  return {
    tables,
    migrations: (await ifThere('migrations', 'select * from migrations order by name')).map(({ name, since }) => ({
      name: String(name),
      since: typeof since === 'number' ? since : null,
    })),
    store: ids[0] === undefined ? null : String(ids[0].value),
    files: files.map(({ key, sha256, size }) => ({ key: String(key), sha256: String(sha256), size: Number(size) })),
    erasures: erasures.map((row) => `${JSON.stringify({ ...row, at: Number(row.at) })}\n`).join(''),
  };
}

export function differences(is: Readonly<Record<string, number>>, must: Readonly<Record<string, number>>): string[] {
  return Object.keys({ ...is, ...must })
    .filter((name) => is[name] !== must[name])
    .map((name) => `${name} has ${is[name] ?? 'no table'} rows and should have ${must[name] ?? 'none'}`);
}

/** @returns the faults that SQLite finds in a file; empty when there are none */
export function unsoundness(file: DatabaseSync): string[] {
  const lines = file
    .prepare('pragma integrity_check')
    .all()
    .map((row) => String(row.integrity_check));
  const orphans = file.prepare('pragma foreign_key_check').all().length;
  return [...lines.filter((line) => line !== 'ok'), ...(orphans > 0 ? [`${orphans} rows without the row they belong to`] : [])];
}
