import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '../../server/kernel/log.ts';
import { openStore, type Store } from '../../server/store/store.ts';

export type StoreKind = 'sqlite' | 'postgres';

export type ServerData = {
  kind: StoreKind;
  dataDir: string;
  settings: Record<string, string>;
  inside<T>(look: (store: Store) => Promise<T>): Promise<T>;
  discard(): Promise<void>;
};

const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * @param cluster address of a PostgreSQL where databases may be created; needed for 'postgres'
 * @param given a folder to use instead of a new one
 */
export async function makeServerData(kind: StoreKind, cluster?: string, given?: string): Promise<ServerData> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'cognitive-crash-')));
  const database = kind === 'postgres' ? await makeDatabase(cluster!) : undefined;
  return {
    kind,
    dataDir,
    settings: { DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) },
    inside: async (look) => {
      const store = await openStore({ dataDir, databaseUrl: database?.url, log: silent });
      return look(store).finally(() => store.close());
    },
    discard: async () => {
      await database?.drop();
      if (given === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeDatabase(cluster: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `crash_${randomBytes(8).toString('hex')}`;
  await onCluster(cluster, `create database ${name}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onCluster(cluster, `drop database ${name} with (force)`) };
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
