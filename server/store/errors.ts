import { isTlsFault, STORE_MOVED, storeMoved } from './store-fault.ts';

/** The store cannot be used at the moment, and a later retry may succeed. Answered with 503. */
export class StoreDown extends Error {
  override name = 'StoreDown';
}

/** A transaction was committed that a power cut may still undo, because the disk failed to take it. Written again, it may be there twice. */
export class NotOnDisk extends StoreDown {}

/** The files of the embedded store that this process has open are not those at its place: nothing that is written there is found at the next start. */
export class StoreMoved extends NotOnDisk {
  readonly code = STORE_MOVED;

  constructor() {
    super(storeMoved);
  }
}

/**
 * Whether the error means that the store is unavailable (connection refused or lost, timeout, shutdown, disk full, file locked), not that the query
 * was wrong.
 */
export function isStoreDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // By name: an error that another thread threw is of no class.
  if (error.name === 'StoreDown') return true;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR') return sqliteDown.has(Number(errcode) & 0xff);
  if (code === 'ERR_INVALID_STATE' && error.message.includes('database is not open')) return true;
  if (typeof code === 'string' && (networkDown.has(code) || postgresDown.test(code))) return true;
  if (isTlsFault({ code, message: error.message })) return true;
  if (driverDown.test(error.message)) return true;
  return error.cause !== error && isStoreDown(error.cause);
}

/** Whether the store reports damage, which only a restore from a backup fixes. */
export function isDamaged(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  // CORRUPT, NOTADB; PostgreSQL's data_corrupted and index_corrupted.
  return (code === 'ERR_SQLITE_ERROR' && [11, 26].includes(Number(errcode) & 0xff)) || code === 'XX001' || code === 'XX002';
}

export function isLocked(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' && [5, 6].includes(Number(errcode) & 0xff);
}

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  // SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY; PostgreSQL's unique_violation.
  return code === '23505' || errcode === 2067 || errcode === 1555;
}

/**
 * PostgreSQL ended this transaction because of a conflict with another one, or because a statement was prepared that no longer is (25P02: what came
 * after it was refused). Running it again is the remedy.
 */
export function isConflict(error: unknown): boolean {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  return code === '40001' || code === '40P01' || code === '25P02';
}

// BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL.
const sqliteDown = new Set([5, 6, 7, 8, 9, 10, 13, 14, 15]);

const networkDown = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);

// Connection (08), credentials (28), database missing (3D000), deadlock and serialization (40), resources (53), shutdown and cancelled by timeout
// (57), system (58), standby (25006), database that takes no connections (55000), lock timeout (55P03), tables missing until migrate() succeeds
// (42P01, 3F000), missing rights of the role (42501).
const postgresDown = /^(08|28|3D|53|57|58)...$|^(40001|40P01|25006|25P03|55000|55P03|42P01|3F000|42501)$/;

const driverDown =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|connection error|pool after calling end|driver has already been destroyed|Client was closed/;
