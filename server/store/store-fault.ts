import { isOutOfRoom } from './data-dir/disk-room.ts';

/**
 * Describes a store's fault and the setting that fixes it, for the log and the operator. It contains no secret, and quotes the store only if its
 * message is about the store itself.
 */
export function storeFault(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const found = faultOf(at);
    if (found !== undefined) return found;
  }
  return 'the store does not answer; DATABASE_URL or DATA_DIR says where it is';
}

/** Reports each fault once until it changes, and undefined once it is gone. */
export function reportOnChange(report: (fault: string | undefined) => void): (fault: string | undefined) => void {
  let told: string | undefined;
  return (fault) => {
    if (fault === told) return;
    told = fault;
    report(fault);
  };
}

/** Code of StoreMoved (errors.ts), which passes from thread to thread. */
export const STORE_MOVED = 'STORE_MOVED';

export const storeMoved =
  'store.sqlite in DATA_DIR is not the file that the server has open: its folder was moved, removed or replaced; move the folder back to its place, or restart the server with what is to be its store';

type StoreError = Error & { code?: unknown; errcode?: unknown };

function faultOf(error: StoreError): string | undefined {
  const { code, errcode, message } = error;
  if (code === STORE_MOVED) return storeMoved;
  if (isOutOfRoom(error)) return sqliteFaults[13];
  if (code === 'ERR_SQLITE_ERROR') return sqliteFaults[Number(errcode) & 0xff];
  if (isTlsFault({ code, message })) {
    return `the encrypted connection to PostgreSQL fails (${message}); DATABASE_TLS and DATABASE_CA, or sslmode and sslrootcert in DATABASE_URL, say how it is made, for example DATABASE_CA=/etc/ssl/db-ca.pem`;
  }
  if (/Connection terminated due to connection timeout|timeout exceeded when trying to connect/.test(message)) return unreachable;
  if (typeof code !== 'string') return undefined;
  const known = postgresFaults[code] ?? (code.startsWith('28') ? postgresFaults['28000'] : undefined);
  // SQLSTATE codes have five characters. Their messages name a role, a database or a table, nothing about a visitor.
  if (known !== undefined) return code.length === 5 ? `${known} (${code}: ${message})` : known;
  return undefined;
}

/** Whether a connection failed because of a certificate or missing encryption. */
export function isTlsFault({ code, message }: { code?: unknown; message: string }): boolean {
  if (/does not support SSL connections|no encryption/.test(message)) return true;
  return typeof code === 'string' && /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECODE))/.test(code);
}

/** Code of the fault that a database has another encoding than UTF8. */
export const NOT_UTF8 = 'NOT_UTF8';

const notUtf8 =
  'the database named in DATABASE_URL cannot keep every character, since its encoding is not UTF8: make one by createdb -E UTF8 -T template0, and name that';

const unreachable = 'nothing answers at the address in DATABASE_URL';

const postgresFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ENOTFOUND: 'the host in DATABASE_URL is not known',
  EAI_AGAIN: 'the host in DATABASE_URL cannot be looked up',
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  '22P05': notUtf8,
  [NOT_UTF8]: notUtf8,
  '25006': 'the database takes no writes, as a standby does: DATABASE_URL must name the primary, or every host that may become it',
  '28000': 'PostgreSQL refuses the user or password in DATABASE_URL',
  '3D000': 'the database named in DATABASE_URL does not exist: create it, or name another one',
  '3F000': 'the schema does not exist: the role in DATABASE_URL needs one that it may create tables in',
  '42501': 'the role in DATABASE_URL lacks a right: grant it, or name the role that owns the tables',
  '42P01': 'tables are missing: the store in DATABASE_URL has not been brought up to date',
  '53100': 'the disk of PostgreSQL is full; DATABASE_URL says which',
  '53300': 'PostgreSQL has no connection left: raise its max_connections, or give DATABASE_URL one of its own',
  XX001: 'the database in DATABASE_URL is damaged: restore it from a backup',
  XX002: 'an index of the database in DATABASE_URL is damaged: reindex it, or restore it from a backup',
  '55000': 'the database named in DATABASE_URL takes no connections: alter database … allow_connections true, or name another one',
};

// Keyed by SQLite's primary result codes.
const sqliteFaults: Readonly<Record<number, string>> = {
  5: 'another process locks store.sqlite in DATA_DIR',
  6: 'another process locks store.sqlite in DATA_DIR',
  8: 'store.sqlite cannot be written: DATA_DIR must be a folder, with files, that this user may write',
  10: 'the disk of DATA_DIR fails to read or write store.sqlite: it may be full',
  11: 'store.sqlite in DATA_DIR is damaged: restore it from a backup',
  13: 'there is no room left for store.sqlite: the disk of DATA_DIR is full',
  14: 'store.sqlite cannot be opened: DATA_DIR must be a folder that this user may write',
  26: 'store.sqlite in DATA_DIR is no database: restore it from a backup',
};
