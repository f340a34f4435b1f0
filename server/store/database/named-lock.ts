import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { elementAt } from '../../../contract/checked.ts';
import type { Dialects } from '../migrations/migration.ts';

/** Where servers of an earlier build hold a number, they and this one have to meet in a rolling restart. No two may be the same. */
const formerNumbers: Readonly<Record<string, number>> = { migrations: 7_316_203_871, 'lead index': 7_316_203_872 };

/** Waits for the lock of this name, and holds it until the transaction ends. On SQLite it does nothing: it has one writer at a time. */
export async function lockNamed(dialect: Dialects, tx: QueryExecutorProvider, name: string): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(tx);
}

/** The same, for whoever would rather come again later than wait. @returns whether the lock is held now */
export async function tryLockNamed(dialect: Dialects, tx: QueryExecutorProvider, name: string): Promise<boolean> {
  if (dialect === 'sqlite') return true;
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${keyOf(name)}) as ours`.execute(tx);
  return elementAt(rows, 0).ours;
}

function keyOf(name: string): RawBuilder<unknown> {
  const number = Object.hasOwn(formerNumbers, name) ? formerNumbers[name] : undefined;
  return number === undefined ? sql`hashtextextended(${name}, 0)` : sql`${sql.lit(number)}`;
}
