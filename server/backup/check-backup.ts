import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashFile, inParallel } from './copy-files.ts';
import { FILES, parseSums, SUMS, type FoundBackup, type Sum } from './manifest.ts';
import type { Progress } from './progress.ts';
import { differences, querySqlite, readFacts, unsoundness } from './store-facts.ts';

const AT_ONCE = 2;

/** Reads every byte of a backup. @returns its faults in words; empty when there are none */
export async function checkBackup({ path, manifest }: FoundBackup, progress: Progress): Promise<string[]> {
  const sums = await hashFile(join(path, SUMS)).catch(() => undefined);
  if (sums === undefined) return [`${SUMS} is missing`];
  if (sums.sha256 !== manifest.files.sums) return [`${SUMS} is not what it was when the backup was made`];
  const list = parseSums(await readFile(join(path, SUMS), 'utf8'));
  const faults = await wrongSums(path, list, progress);
  const { database } = manifest;
  if (list.find(({ name }) => name === database.name)?.sha256 !== database.sha256) faults.push(`${database.name} is not the manifest's`);
  if (faults.length > 0 || database.kind === 'postgres') return faults;
  return checkRows(join(path, database.name), manifest, new Set(list.map(({ name }) => name)));
}

async function wrongSums(path: string, list: readonly Sum[], progress: Progress): Promise<string[]> {
  const faults: string[] = [];
  let done = 0;
  await inParallel(list, AT_ONCE, async ({ name, sha256 }) => {
    const read = await hashFile(join(path, name)).catch(() => undefined);
    if (read === undefined) faults.push(`${name} is missing or cannot be read`);
    else if (read.sha256 !== sha256) faults.push(`${name} is damaged`);
    done += 1;
    progress(done, list.length);
  });
  return faults.toSorted();
}

async function checkRows(path: string, { tables, absent }: FoundBackup['manifest'], there: ReadonlySet<string>): Promise<string[]> {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const facts = await readFacts(querySqlite(file), 'sqlite');
    const excused = new Set(absent.map(({ key }) => key));
    const missing = facts.files.filter(({ key }) => !there.has(`${FILES}/${key}`) && !excused.has(key));
    return [
      ...unsoundness(file),
      ...differences(facts.tables, tables),
      ...missing.map(({ key }) => `the file ${key}, which a row names, is not in the backup`),
    ];
  } finally {
    file.close();
  }
}
