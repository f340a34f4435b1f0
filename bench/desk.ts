import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeServerData } from '../e2e/crash/server-data.ts';
import { storeSampleLeads } from '../server/work/samples/store-samples.ts';
import { startCluster } from '../server/store/database/postgres.testing.ts';
import { openStore, type Store } from '../server/store/store.ts';
import { readJsx } from './read-jsx.ts';
import type { Row, BenchSection } from './results.ts';

const LEADS = 1_000_000;
const YEARS = { since: Date.UTC(2024, 0, 1), until: Date.UTC(2026, 10, 22) };
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Only measured if named, because filling the store takes longer than all other sections together. */
export const desk: BenchSection = {
  about: `the desk at ${LEADS.toLocaleString('en')} leads: 95 of 100 answers; ten minutes and 4 GB of disk for each store`,
  onlyNamed: true,
  run: async ({ sizes, store }) => {
    const leads = Number(sizes ?? LEADS);
    return [...(store === 'postgres' ? [] : await onSqlite(leads)), ...(store === 'sqlite' ? [] : await onPostgres(leads))];
  },
};

async function onSqlite(leads: number): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-desk-'));
  const rows = await measureOn(await openStore({ dataDir, log }), 'SQLite', leads);
  await rm(dataDir, { recursive: true });
  return rows;
}

async function onPostgres(leads: number): Promise<Row[]> {
  const cluster = await startCluster();
  if (cluster === undefined) return [{ what: 'on PostgreSQL', value: 'skipped: no PostgreSQL was found' }];
  const data = await makeServerData('postgres', cluster.url);
  try {
    const store = await openStore({ dataDir: data.dataDir, databaseUrl: data.settings.DATABASE_URL, log });
    return await measureOn(store, 'PostgreSQL', leads);
  } finally {
    await data.discard();
    await cluster.stop();
  }
}

async function measureOn(store: Store, name: string, leads: number): Promise<Row[]> {
  readJsx();
  const { benchOwners, measureDesk } = await import('./desk-queries.ts');
  try {
    await store.migrate();
    const onBatch = (stored: number) => {
      if (stored % (leads / 10) === 0) console.log(`${name}: ${stored.toLocaleString('en')} leads stored`);
    };
    await storeSampleLeads(store, leads, { seed: 7, ...YEARS, owners: benchOwners, zone: 'Europe/Rome', onBatch });
    return await measureDesk(store, name);
  } finally {
    await store.close();
  }
}
