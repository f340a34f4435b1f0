import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FileStorage } from '../../files/file-storage.ts';
import { BackupFault } from '../backup-fault.ts';
import { inParallel, writeHashed } from '../copy-files.ts';
import { FILES, type FoundBackup, type Sum } from '../manifest.ts';
import type { Progress } from '../progress.ts';

export type RestoredFiles = {
  backup: FoundBackup;
  sums: readonly Sum[];
  storage: FileStorage;
  staging: string;
  owner: string;
  progress: Progress;
};

const AT_ONCE = 4;

/**
 * Puts the backup's files into the configured storage, each completely or not at all. Files that are there already, by key, are kept. @returns how many were
 * added
 */
export async function restoreFiles({ backup, sums, storage, staging, owner, progress }: RestoredFiles): Promise<number> {
  await storage.writeOwner(owner, true);
  const there = new Set<string>();
  for await (const { key } of storage.list()) there.add(key);
  const missing = sums.filter(({ name }) => name.startsWith(`${FILES}/`) && !there.has(basename(name)));
  await mkdir(staging, { recursive: true, mode: 0o700 });
  let done = 0;
  await inParallel(missing, AT_ONCE, async ({ name, sha256 }) => {
    const key = basename(name);
    const staged = join(staging, key);
    const written = await writeHashed(createReadStream(join(backup.path, name)), staged);
    if (written.sha256 !== sha256) throw new BackupFault(`${name} changed while it was restored`);
    await storage.adopt(staged, key, written);
    done += 1;
    progress(done, missing.length);
  });
  return missing.length;
}
