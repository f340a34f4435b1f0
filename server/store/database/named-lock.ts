import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { elementAt } from '../../../contract/checked.ts';
import type { Dialects } from '../migrations/migration.ts';

/** Lock numbers of earlier builds, kept so that both builds use the same lock in a rolling restart. They must differ from each other. */
const formerNumbers: Readonly<Record<string, number>> = { migrations: 7_316_203_871, 'lead index': 7_316_203_872 };

/** Takes the named lock until the transaction ends, waiting for it. Does nothing on SQLite, which has one writer at a time. */
export async function lockNamed(dialect: Dialects, tx: QueryExecutorProvider, name: string): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(tx);
}

/** Takes several named locks, in one order on all servers. */
export async function lockAllNamed(dialect: Dialects, tx: QueryExecutorProvider, names: readonly string[]): Promise<void> {
  if (dialect === 'sqlite' || names.length === 0) return;
  const keys = sql`select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as names (name) order by key`;
  await sql`select pg_advisory_xact_lock(key) from (${keys}) as keys`.execute(tx);
}

/** Takes the named lock without waiting. @returns whether it was taken */
export async function tryLockNamed(dialect: Dialects, tx: QueryExecutorProvider, name: string): Promise<boolean> {
  if (dialect === 'sqlite') return true;
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${keyOf(name)}) as ours`.execute(tx);
  return elementAt(rows, 0).ours;
}

function keyOf(name: string): RawBuilder<unknown> {
  const number = Object.hasOwn(formerNumbers, name) ? formerNumbers[name] : undefined;
  return number === undefined ? sql`hashtextextended(${name}, 0)` : sql`${sql.lit(number)}`;
}
