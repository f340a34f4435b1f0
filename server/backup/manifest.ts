import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { replaceFile } from '../store/data-dir/replace-file.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const schema = v.object({
  format: v.literal(1),
  /** The store's id, kept among its secrets; null for a store from before ids were introduced. */
  store: v.nullable(v.string()),
  began: v.pipe(v.string(), v.isoTimestamp()),
  ended: v.pipe(v.string(), v.isoTimestamp()),
  database: v.object({
    kind: v.picklist(['sqlite', 'postgres']),
    name: v.picklist(['store.sqlite', 'store.dump']),
    size: count,
    sha256,
    schema: v.optional(v.string()),
  }),
  /** `since` is the lowest major version whose code works with the migration; null when unknown. */
  migrations: v.array(v.object({ name: v.string(), since: v.nullable(count) })),
  tables: v.record(v.string(), count),
  /** `sums` is the SHA-256 of SHA256SUMS. */
  files: v.object({ count, bytes: count, sums: sha256 }),
  absent: v.array(v.object({ key: v.string(), reason: v.picklist(['erased', 'lost', 'damaged']) })),
});

/** Describes a backup. It is written last: a folder without it is not a complete backup. */
export type Manifest = v.InferOutput<typeof schema>;

/** One line of SHA256SUMS, which `sha256sum -c SHA256SUMS` can read too. */
export type Sum = { name: string; sha256: string };

export type FoundBackup = { name: string; path: string; manifest: Manifest };

export const MANIFEST_NAME = 'manifest.json';
export const SUMS = 'SHA256SUMS';
export const FILES = 'files';
/** The erasures made before the backup. When an earlier backup in the same folder is restored, they are repeated. */
export const ERASURES = 'erasures.jsonl';
/** Pattern of a backup folder's name: the time at which the backup began. */
export const BACKUP_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export type BackupParts = { files: readonly (Sum & { size: number })[]; erasures: string };

export async function writeManifest(
  folder: string,
  manifest: Omit<Manifest, 'files'>,
  { files, erasures }: BackupParts,
): Promise<Manifest> {
  await replaceFile(join(folder, ERASURES), erasures);
  const { name, sha256: sum } = manifest.database;
  const text = [{ name, sha256: sum }, { name: ERASURES, sha256: hashOf(erasures) }, ...files]
    .map((line) => `${line.sha256}  ${line.name}\n`)
    .join('');
  await replaceFile(join(folder, SUMS), text);
  const bytes = files.reduce((total, { size }) => total + size, 0);
  const whole: Manifest = { ...manifest, files: { count: files.length, bytes, sums: hashOf(text) } };
  await replaceFile(join(folder, MANIFEST_NAME), `${JSON.stringify(whole, null, 2)}\n`);
  return whole;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Undefined when there is no manifest, or this version cannot read it: the backup is not complete then. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, MANIFEST_NAME), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

export function parseSums(text: string): Sum[] {
  return text.split('\n').flatMap((line) => {
    const [, sum, name] = /^([0-9a-f]{64}) {2}(store\.(?:sqlite|dump)|erasures\.jsonl|files\/[0-9a-f]{32})$/.exec(line) ?? [];
    return sum === undefined || name === undefined ? [] : [{ name, sha256: sum }];
  });
}

export async function listBackups(folder: string): Promise<{ complete: FoundBackup[]; incomplete: string[] }> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => BACKUP_NAME.test(name)).toSorted();
  const found = await Promise.all(
    names.map(async (name) => ({ name, path: join(folder, name), manifest: await readManifest(join(folder, name)) })),
  );
  return {
    complete: found.flatMap(({ manifest, ...rest }) => (manifest === undefined ? [] : [{ ...rest, manifest }])),
    incomplete: found.filter(({ manifest }) => manifest === undefined).map(({ name }) => name),
  };
}
