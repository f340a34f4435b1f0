import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../server/kernel/log.ts';
import { createDatabase, dropDatabase } from '../../server/store/database/lent-databases.testing.ts';
import { MIGRATED } from '../../server/store/database/postgres.testing.ts';
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
 * @param isMigrated whether the database is a copy of the cluster's template with current tables; then its servers add no samples
 */
export async function makeServerData(kind: StoreKind, cluster?: string, given?: string, isMigrated = false): Promise<ServerData> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'cognitive-crash-')));
  const databaseUrl = kind === 'postgres' ? await createDatabase(cluster!, isMigrated ? MIGRATED : undefined) : undefined;
  return {
    kind,
    dataDir,
    settings: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...(isMigrated && { SAMPLES: 'off' }) },
    inside: async (look) => {
      const store = await openStore({ dataDir, databaseUrl, log: silent });
      return look(store).finally(() => store.close());
    },
    discard: async () => {
      if (databaseUrl !== undefined) await dropDatabase(cluster!, databaseUrl);
      if (given === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
