import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ERASURES, FILES, listBackups, MANIFEST_NAME, readManifest, SUMS, type FoundBackup } from './manifest.ts';

const REMOVING = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.removing$/;

/**
 * Removes complete backups of the same store beyond the newest `count`. Incomplete backups, other stores' backups, and backups to which somebody added files
 * are left alone.
 * @returns the names of the removed backups
 */
export async function removeOldBackups(folder: string, { manifest: { store } }: FoundBackup, count: number): Promise<string[]> {
  if (store === null) return [];
  const { complete } = await listBackups(folder);
  const own = complete.filter(({ manifest }) => manifest.store === store);
  const removed: string[] = [];
  for (const { name, path } of own.slice(0, Math.max(0, own.length - count))) {
    if (!(await hasOnlyItsOwn(path))) continue;
    // Renamed first, so that a half removed folder is not taken for a backup.
    await rename(path, `${path}.removing`);
    removed.push(name);
  }
  for (const name of (await readdir(folder)).filter((entry) => REMOVING.test(entry))) await finishRemoval(join(folder, name), store);
  return removed;
}

/** Removes the manifest last, because an interrupted removal is found by it. */
async function finishRemoval(path: string, store: string): Promise<void> {
  const manifest = await readManifest(path);
  if (manifest?.store !== store || !(await hasOnlyItsOwn(path))) return;
  await rm(join(path, FILES), { recursive: true, force: true });
  for (const name of [manifest.database.name, ERASURES, SUMS, MANIFEST_NAME]) await rm(join(path, name), { force: true });
  await rm(path, { recursive: true, force: true });
}

async function hasOnlyItsOwn(path: string): Promise<boolean> {
  const own = ['store.sqlite', 'store.dump', ERASURES, FILES, SUMS, MANIFEST_NAME];
  const names = await readdir(path);
  const files = await readdir(join(path, FILES)).catch(() => []);
  return names.every((name) => own.includes(name)) && files.every((name) => /^[0-9a-f]{32}$/.test(name));
}
