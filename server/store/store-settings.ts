import { readFileSync } from 'node:fs';
import type { StoreOptions } from './store.ts';
import { SettingsError } from '../settings/setting-values.ts';
import type { Settings } from '../settings/settings.ts';

/** @throws SettingsError */
export function storeSettings(settings: Settings): Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'tls' | 'poolSize' | 'poolWait'> {
  const tls = tlsOf(settings);
  return {
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL,
    poolWait: settings.DATABASE_WAIT_MS,
    ...(tls === undefined ? {} : { tls }),
  };
}

/** The settings of one of the server's two threads: each has half of the connections, two at least. */
export function threadStoreSettings(settings: Settings): ReturnType<typeof storeSettings> {
  return { ...storeSettings(settings), poolSize: Math.max(2, Math.ceil(settings.DATABASE_POOL / 2)) };
}

function tlsOf({ DATABASE_URL: url, DATABASE_TLS: mode, DATABASE_CA: path }: Settings): StoreOptions['tls'] {
  if (mode === undefined && path === undefined) return undefined;
  if (/[?&]ssl(mode|rootcert)?=/.test(url ?? '')) {
    throw new SettingsError(
      'DATABASE_TLS and DATABASE_CA say how PostgreSQL is spoken to, and so does DATABASE_URL: leave out its sslmode',
    );
  }
  if (mode === 'off') return false;
  const ca = path === undefined ? {} : { ca: certificateIn(path) };
  return { rejectUnauthorized: mode !== 'unverified', ...ca };
}

function certificateIn(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch {
    // Falls through to the error below.
  }
  throw new SettingsError(
    `DATABASE_CA=${path}: a file with a certificate in PEM, which this user may read, is needed. Example: DATABASE_CA=/etc/ssl/db-ca.pem`,
  );
}
