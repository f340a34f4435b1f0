import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Client } from 'pg';

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
