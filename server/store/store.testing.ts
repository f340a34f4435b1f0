import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { Log } from '../log.ts';
import { openStore, type Store, type StoreOptions } from './store.ts';

export type Kind = { dialect: 'sqlite' | 'postgres'; skip: boolean };

export const kinds: readonly Kind[] = [
  { dialect: 'sqlite', skip: false },
  { dialect: 'postgres', skip: inject('postgres') === undefined },
];

export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function placeFor(dialect: Kind['dialect']): Promise<StoreOptions> {
  const dataDir = temporaryFolder();
  if (dialect === 'sqlite') return { dataDir, log: silent };
  const cluster = inject('postgres')!;
  const name = `t_${randomBytes(8).toString('hex')}`;
  await onCluster(cluster, `create database ${name}`);
  onTestFinished(() => onCluster(cluster, `drop database ${name} with (force)`));
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { dataDir, databaseUrl: url.href, log: silent };
}

export async function freshStore(dialect: Kind['dialect'], options: Partial<StoreOptions> = {}): Promise<Store> {
  // A machine that does much else may take seconds to free a connection.
  const store = await openStore({ poolWait: 30_000, ...(await placeFor(dialect)), ...options });
  onTestFinished(() => store.close());
  await store.migrate();
  return store;
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
