import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../store/store.ts';
import type { FakeS3 } from '../files/s3-double.testing.ts';
import { placeFor, silent, temporaryFolder } from '../store/store.testing.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { multipart } from '../testing/multipart.testing.ts';
import type { FoundBackup } from './manifest.ts';
import { takeBackup, type BackupOptions, type StorePlace } from './take-backup.ts';

export const BEGAN = Date.UTC(2026, 10, 21, 9);

const application = {
  name: 'Ada',
  lastname: 'Lovelace',
  phone: '+390212345678',
  message: 'I compute Bernoulli numbers by machine.',
  subject: 'Generic',
};

export type Filled = { store: Store; place: StorePlace; bucket: FakeS3 | undefined; send: (count: number) => Promise<void> };

/** @param filled whether the tables exist already */
export async function emptyPlace(bucket?: FakeS3, filled = false): Promise<StorePlace> {
  const { dataDir, databaseUrl } = await placeFor({ filled: filled });
  return { dataDir, databaseUrl, bucket: bucket?.address, programs: undefined };
}

export async function filledStore(bucket?: FakeS3): Promise<Filled> {
  const place = await emptyPlace(bucket, true);
  const store = await openPlace(place);
  const env = { DATA_DIR: place.dataDir, ...(bucket && { FILES_URL: bucket.setting }) };
  const { app } = await testApp(store, env);
  let sent = 0;
  const send = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      sent += 1;
      const email = `visitor${sent}@example.com`;
      await app.inject({ method: 'POST', url: '/cognitivepro/forms/home_bad', payload: { ...validBodies.bookademo, email } });
      const texts = Object.entries({ ...application, email }).map(([name, value]) => ({ name, value }));
      const cv = {
        name: 'cv',
        value: Buffer.from(`%PDF-1.7\n${'0123456789abcdef'.repeat(200)} ${sent}`),
        filename: 'cv.pdf',
        type: 'application/pdf',
      };
      await app.inject({ method: 'POST', url: '/recruiting/applications', ...multipart([...texts, cv]) });
    }
  };
  await send(3);
  return { store, place, bucket, send };
}

export async function openPlace({ dataDir, databaseUrl }: StorePlace): Promise<Store> {
  const store = await openStore({ dataDir, databaseUrl, log: silent });
  onTestFinished(() => store.close());
  await store.migrate();
  return store;
}

export async function backedUp(place: StorePlace, more: Partial<BackupOptions> = {}): Promise<FoundBackup> {
  return takeBackup({ place, folder: join(temporaryFolder(), 'backups'), now: () => BEGAN, tell: () => undefined, ...more });
}

export async function damage(path: string, at = -1): Promise<void> {
  const bytes = await readFile(path);
  bytes[(at + bytes.length) % bytes.length]! ^= 1;
  await writeFile(path, bytes);
}

/** All paths in a folder with their permissions. */
export async function rightsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.toSorted().map(async (name) => `${name} ${((await stat(join(folder, name))).mode & 0o777).toString(8)}`));
}

export async function allIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true }).catch((): string[] => [])).toSorted();
}
