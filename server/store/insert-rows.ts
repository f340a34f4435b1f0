import { CompiledQuery, PostgresAdapter, type Insertable } from 'kysely';
import { inOneCall, type Statement } from './database/sqlite-driver.ts';
import type { Schema } from './schema.ts';
import type { Tx } from './store.ts';

/** Rows of one table; all have the columns of the first. */
export type TableRows = { table: string; rows: readonly Readonly<Record<string, unknown>>[]; taken?: Taken<string> | undefined };

/** What becomes of a row whose key is taken: these columns of the stored row are replaced by its own, or its own are added to them; nothing else. */
type Taken<Column extends string> = { key: readonly Column[]; replaced?: readonly Column[]; added?: readonly Column[] };

/** Rows for `insertRows`. Only the owner of the table calls it. @param taken without it, a taken key is an error */
export function rowsFor<Table extends keyof Schema>(
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  taken?: Taken<keyof Schema[Table] & string>,
): TableRows {
  return { table, rows, taken };
}

/**
 * Inserts rows of several tables: on PostgreSQL in one statement, on SQLite in one for each row, tables in the given order. The text of a statement does
 * not depend on the number of rows, so it is made once: building a query costs more than SQLite takes to run it.
 */
export async function insertRows(tx: Tx, given: readonly TableRows[]): Promise<void> {
  const filled = given.filter(({ rows }) => rows.length > 0);
  if (tx.getExecutor().adapter instanceof PostgresAdapter) return insertTogether(tx, filled);
  const statements = filled.flatMap(statementsFor);
  // Outside of a transaction each is tried again by itself while another process writes.
  if (tx.isTransaction && statements.length > 0) await tx.executeQuery(inOneCall(statements));
  else for (const { sql, parameters } of statements) await tx.executeQuery(CompiledQuery.raw(sql, [...parameters]));
}

/** A statement for each row. */
function statementsFor(part: TableRows): Statement[] {
  const { rows } = part;
  const columns = Object.keys(rows[0] ?? {});
  const sql = textOf(`each ${keyOf(part)}`, () => {
    const marks = columns.map(() => '?').join();
    return `${insertInto(part)} values (${marks})${onConflict(part)}`;
  });
  return rows.map((row: Readonly<Record<string, unknown>>) => ({ sql, parameters: columns.map((column) => row[column]) }));
}

/** The rows are one parameter in JSON. References between the tables are checked at the end of the statement. */
async function insertTogether(tx: Tx, filled: readonly TableRows[]): Promise<void> {
  if (filled.length === 0) return;
  // It begins with PREPARED (database/postgres.ts), which is not imported: SQLite alone does without the driver.
  const text = textOf(`together ${filled.map(keyOf).join(' ')}`, () => {
    const inserts = filled.map((part) => {
      const { table, rows } = part;
      const read = `select ${quoted(Object.keys(rows[0] ?? {}), 'one.')} from given, json_populate_recordset(null::"${table}", given.rows -> '${table}') as one`;
      return `"${table} stored" as (${insertInto(part)} ${read}${onConflict(part)})`;
    });
    return `/* prepared */ with given as (select $1::json as rows), ${inserts.join(', ')} select`;
  });
  await tx.executeQuery(CompiledQuery.raw(text, [jsonOf(Object.fromEntries(filled.map(({ table, rows }) => [table, rows])))]));
}

/** JSON for PostgreSQL, which refuses half a surrogate pair in it. In a parameter of its own, such a half would become U+FFFD as well. */
function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\ud')) return json;
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? one.toWellFormed() : one));
}

function insertInto({ table, rows }: TableRows): string {
  return `insert into ${quoted([table])} (${quoted(Object.keys(rows[0] ?? {}))})`;
}

function onConflict({ table, taken }: TableRows): string {
  if (taken === undefined) return '';
  const { key, replaced = [], added = [] } = taken;
  const changes = [
    ...replaced.map((column) => `"${column}" = excluded."${column}"`),
    ...added.map((column) => `"${column}" = "${table}"."${column}" + excluded."${column}"`),
  ];
  return ` on conflict (${quoted(key)}) do ${changes.length === 0 ? 'nothing' : `update set ${changes.join()}`}`;
}

/** The same for two of which the texts are the same. */
function keyOf({ table, rows, taken }: TableRows): string {
  return `${table} ${Object.keys(rows[0] ?? {}).join()} ${JSON.stringify(taken)}`;
}

const texts = new Map<string, string>();

function textOf(key: string, make: () => string): string {
  const text = texts.get(key) ?? make();
  texts.set(key, text);
  return text;
}

function quoted(columns: readonly string[], before = ''): string {
  return columns.map((column) => `${before}"${column}"`).join();
}
