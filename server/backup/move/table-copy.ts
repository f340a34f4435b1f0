import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { elementAt } from '../../../contract/checked.ts';
import type { Tx } from '../../store/store.ts';
import { BackupFault } from '../backup-fault.ts';
import { createHash } from 'node:crypto';
import type { Client } from 'pg';

export type CopyTable = { source: DatabaseSync; target: Tx; table: string; onBatch: (rows: number) => void };

/** Largest batch in rows and bytes. A batch is one statement, so that it is stored completely or not at all. */
const MAX_ROWS = 1000;
const MAX_BYTES = 2_000_000;

/** Copies the rows that the target does not have yet. Rows are copied in the source's order, so that their number shows how far an earlier copy got. */
export async function copyTable({ source, target, table, onBatch }: CopyTable): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.id(table)}`.execute(target);
  const done = elementAt(rows, 0).n;
  onBatch(done);
  let batch: string[] = [];
  let bytes = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    await insert(target, table, `[${batch.join(',')}]`);
    onBatch(batch.length);
    batch = [];
    bytes = 0;
  };
  for (const row of source.prepare(`select * from "${table}" where rowid > ? order by rowid`).iterate(lastOf(source, table, done))) {
    const text = JSON.stringify(row, asText);
    batch.push(text);
    bytes += text.length;
    if (batch.length === MAX_ROWS || bytes > MAX_BYTES) await flush();
  }
  await flush();
}

/** Sorts tables so that each comes after those it refers to. */
export function inOrder(source: DatabaseSync, tables: readonly string[]): string[] {
  const ordered: string[] = [];
  const add = (table: string) => {
    if (ordered.includes(table) || !tables.includes(table)) return;
    for (const { table: other } of source.prepare(`pragma foreign_key_list("${table}")`).all()) if (other !== table) add(String(other));
    ordered.push(table);
  };
  for (const table of tables) add(table);
  return ordered;
}

/** The source's row id of row number `count`. */
function lastOf(source: DatabaseSync, table: string, count: number): number {
  if (count === 0) return Number.MIN_SAFE_INTEGER;
  const row = source.prepare(`select rowid as number from "${table}" order by rowid limit 1 offset ?`).get(count - 1);
  if (row === undefined) throw new BackupFault(`The table ${table} of the database has more rows than the store in DATA_DIR`);
  return Number(row.number);
}

async function insert(target: Tx, table: string, json: string): Promise<void> {
  try {
    await sql`insert into ${sql.id(table)} select * from json_populate_recordset(null::${sql.id(table)}, ${json}::json)`.execute(target);
  } catch (error) {
    throw new Error(`the table ${table} cannot be copied: ${(error as Error).message}`, { cause: error });
  }
}

function asText(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}` : value;
}

/** Equal for two tables with the same rows, whatever their order and database. */
export type TableDigest = { rows: number; digest: string };

const MODULUS = 1n << 256n;
const FETCHED = 1000;

export function digestSqlite(source: DatabaseSync, table: string): TableDigest {
  const sum = createSum();
  for (const row of source.prepare(`select * from "${table}"`).iterate()) sum.add(row);
  return sum.result();
}

export async function digestPostgres(client: Client, table: string): Promise<TableDigest> {
  const sum = createSum();
  await client.query(`declare rows_of_table no scroll cursor for select * from "${table}"`);
  for (;;) {
    const { rows } = await client.query<Record<string, unknown>>(`fetch ${FETCHED} from rows_of_table`);
    for (const row of rows) sum.add(row);
    if (rows.length < FETCHED) break;
  }
  await client.query('close rows_of_table');
  return sum.result();
}

/** Adds up the hashes of the rows, so that their order does not matter. */
function createSum() {
  let rows = 0;
  let total = 0n;
  return {
    add: (row: Readonly<Record<string, unknown>>): void => {
      rows += 1;
      const values = Object.keys(row)
        .toSorted()
        .map((name) => [name, plain(row[name])]);
      total = (total + BigInt(`0x${createHash('sha256').update(JSON.stringify(values)).digest('hex')}`)) % MODULUS;
    },
    result: (): TableDigest => ({ rows, digest: total.toString(16) }),
  };
}

/** PostgreSQL returns eight-byte numbers as texts, so all numbers are compared as texts. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes ${createHash('sha256').update(value).digest('hex')}`;
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : value;
}
