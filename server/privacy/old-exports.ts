import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../kernel/log.ts';

/** Milliseconds after which a server of an earlier version, which may still be running, has finished writing an export. */
const WRITTEN_FOR = 60_000;

/** Names of the folders that `mkdtemp` made. */
const NAME = /^export-[A-Za-z\d]{6}$/;

/** Removes archives of personal data that earlier versions left in the system's temporary folder. This version writes none. */
export async function removeOldExports(log: Log, { folder = tmpdir(), now = Date.now() } = {}): Promise<void> {
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!NAME.test(name)) continue;
    const path = join(folder, name);
    const about = await lstat(path).catch(() => undefined);
    if (about === undefined || about.uid !== process.getuid?.() || about.mtimeMs > now - WRITTEN_FOR) continue;
    const content = await readdir(path).catch(() => ['unreadable']);
    if (content.some((file) => file !== 'all.zip')) continue;
    await rm(path, { recursive: true, force: true }).then(
      () => (removed += 1),
      (error: Error) =>
        log.warn({ path, error: error.message }, 'an export of personal data that an earlier version left cannot be removed'),
    );
  }
  if (removed > 0) log.info({ exports: removed }, 'removed exports of personal data that an earlier version left in the temporary folder');
}
