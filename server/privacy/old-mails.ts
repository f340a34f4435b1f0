import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

type Place = { dataDir: string };

/** Counts messages in DATA_DIR/mail that were written before a time (milliseconds since the epoch). Other files there are ignored. */
export async function countOldMails({ dataDir }: Place, before: number): Promise<number> {
  return (await oldMails(dataDir, before)).length;
}

export async function removeOldMails({ dataDir }: Place, before: number): Promise<number> {
  const paths = await oldMails(dataDir, before);
  for (const path of paths) await rm(path, { force: true });
  return paths.length;
}

const MESSAGE = /^\.?[\w-]+\.eml(\.tmp)?$/;

async function oldMails(dataDir: string, before: number): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const old: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const about = MESSAGE.test(name) ? await stat(path).catch(() => undefined) : undefined;
    if (about?.isFile() === true && about.mtimeMs < before) old.push(path);
  }
  return old;
}
