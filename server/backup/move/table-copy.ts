import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { elementAt } from '../../../contract/checked.ts';
import type { Tx } from '../../store/store.ts';
import { BackupFault } from '../backup-fault.ts';

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
