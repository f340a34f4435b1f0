import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { MIGRATED, startCluster } from '../store/database/postgres.testing.ts';
import { openStore } from '../store/store.ts';

/** Vitest calls this once for a run: one cluster serves all tests, and each makes its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  project.provide('postgres', cluster?.url);
  if (cluster) {
    await makeTables(cluster.url);
    return () => cluster.stop();
  }
  // oxlint-disable-next-line no-console -- a test that did not run must not pass unnoticed
  console.warn('\n*** PostgreSQL was not found: every test on it is SKIPPED. On Debian: apt-get install postgresql ***\n');
  return async () => {};
}

async function makeTables(cluster: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  await client.query(`create database ${MIGRATED}`).finally(() => client.end());
  const url = new URL(cluster);
  url.pathname = `/${MIGRATED}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'store-tables-'));
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const store = await openStore({ dataDir, databaseUrl: url.href, log });
  await store.migrate().finally(() => store.close());
  rmSync(dataDir, { recursive: true });
}
