import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newId } from '../store/id.ts';
import { startFakeS3 } from '../files/s3.testing.ts';
import { describeOnStoresInTurn, silent, temporaryFolder, testOnPostgres } from '../store/store.testing.ts';
import { openStore } from '../store/store.ts';
import { allIn, backedUp, BEGAN, damage, emptyPlace, filledStore, openPlace, rightsIn } from './backup.testing.ts';
import { checkBackup } from './check-backup.ts';
import { takeBackup } from './take-backup.ts';

const quiet = () => undefined;

describeOnStoresInTurn('a backup', 1, () => {
  test('has every row, every file that rows name, and passes its check; it is its owner’s alone', async () => {
    const { store, place } = await filledStore();
    const made = await backedUp(place);
    expect(made.manifest).toMatchObject({
      began: '2026-11-21T09:00:00.000Z',
      tables: { leads: 6, files: 3 },
      files: { count: 3 },
      absent: [],
    });
    expect(made.name).toBe('2026-11-21T09-00-00Z');
    for (const { key, sha256 } of await store.db.selectFrom('files').selectAll().execute()) {
      expect(await readFile(join(made.path, 'SHA256SUMS'), 'utf8')).toContain(`${sha256}  files/${key}\n`);
    }
    expect(await checkBackup(made, quiet)).toEqual([]);
    expect((await rightsIn(join(made.path, '..'))).filter((line) => !/ (600|700)$/.test(line))).toEqual([]);
  });

  test('brings no table up to date', async () => {
    const place = await emptyPlace();
    const store = await openStore({ ...place, log: silent, migrations: [] });
    await store.migrate();
    await store.close();
    expect((await backedUp(place)).manifest).toMatchObject({ tables: { migrations: 0 }, migrations: [], store: null });
  });

  test('is one moment of a store that is written to, later than all that was stored before it began', async () => {
    const { store, place } = await filledStore();
    const fat = 'x'.repeat(20_000);
    let written = 0;
    const write = async () => {
      written += 1;
      const id = newId();
      // Two rows of one transaction: a backup has both or neither.
      await store.begin(async (tx) => {
        await tx.insertInto('suppressions').values({ address_key: id, reason: fat, at: 1 }).execute();
        await tx.insertInto('secrets').values({ name: id, value: fat, created_at: 1 }).execute();
      });
    };
    for (let n = 0; n < 100; n += 1) await write();
    const before = written;
    const secrets = (await store.db.selectFrom('secrets').select('name').execute()).length - written;
    const backup = backedUp(place);
    const ended = new AbortController();
    const done = backup.finally(() => ended.abort());
    while (!ended.signal.aborted) {
      await write();
      await turn();
    }
    const { manifest, path, name } = await done;
    expect(written).toBeGreaterThan(before);
    expect(manifest.tables.suppressions).toBeGreaterThanOrEqual(before);
    expect(manifest.tables.secrets! - manifest.tables.suppressions!).toBe(secrets);
    expect(await checkBackup({ manifest, path, name }, quiet)).toEqual([]);
  });
});

describe('the files of a backup', () => {
  test('come from a bucket as well; one that its backup before has is not fetched again', async () => {
    const bucket = await startFakeS3('cvs');
    const { place, send } = await filledStore(bucket);
    const folder = temporaryFolder();
    const first = await backedUp(place, { folder });
    await send(1);
    const fetched: string[] = [];
    const get = bucket.objects.get.bind(bucket.objects);
    bucket.objects.get = (key) => {
      fetched.push(key);
      return get(key);
    };
    const second = await backedUp(place, { folder, now: () => BEGAN + 60_000 });
    expect([first.manifest.files.count, second.manifest.files.count, fetched.length]).toEqual([3, 4, 1]);
    // A file that was damaged in the earlier backup is fetched again.
    const [name = ''] = await readdir(join(first.path, 'files'));
    await damage(join(first.path, 'files', name));
    const third = await backedUp(place, { folder, now: () => BEGAN + 120_000 });
    expect([fetched.length, await checkBackup(third, quiet)]).toEqual([2, []]);
  });

  test('that were erased meanwhile are said, and so are those that are lost or damaged', async () => {
    const bucket = await startFakeS3('cvs');
    const { place, store } = await filledStore(bucket);
    const keys = [...bucket.objects.keys()].filter((key) => /[0-9a-f]{32}$/.test(key)).toSorted();
    const [erased = '', lost = '', damaged = ''] = keys;
    const get = bucket.objects.get.bind(bucket.objects);
    bucket.objects.delete(lost);
    bucket.objects.set(damaged, Buffer.from('%PDF-1.7 another'));
    bucket.objects.get = (key) => {
      if (key !== erased) return get(key);
      const other = new DatabaseSync(join(place.dataDir, 'store.sqlite'));
      other.prepare('delete from files where key = ?').run(erased.slice(-32));
      other.close();
      return undefined;
    };
    const { manifest } = await backedUp(place);
    const reasons = new Map(manifest.absent.map(({ key, reason }) => [key, reason]));
    expect([erased, lost, damaged].map((key) => reasons.get(key.slice(-32)))).toEqual(['erased', 'lost', 'damaged']);
    expect(manifest.files.count).toBe(0);
    expect(await store.db.selectFrom('files').select('key').execute()).toHaveLength(2);
  });
});

describe('a backup that fails', () => {
  test('leaves nothing of itself', async () => {
    const { place } = await filledStore();
    const folder = temporaryFolder();
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(backedUp(place, { folder, signal: stopped })).rejects.toThrow('stopped');
    expect(await allIn(folder)).toEqual([]);
  });

  test('is refused in DATA_DIR, where there is no store, and where one began in the same second', async () => {
    const { place } = await filledStore();
    await expect(backedUp(place, { folder: join(place.dataDir, 'backups') })).rejects.toThrow(/is in DATA_DIR/);
    const empty = await emptyPlace();
    await expect(backedUp(empty)).rejects.toThrow(/no store in .*DATA_DIR or DATABASE_URL/);
    await (await openStore({ dataDir: empty.dataDir, log: silent })).close();
    await expect(backedUp(empty)).rejects.toThrow(/no tables yet/);
    const folder = temporaryFolder();
    const made = await backedUp(place, { folder });
    await expect(backedUp(place, { folder })).rejects.toThrow(/began in the same second/);
    expect(await checkBackup(made, quiet)).toEqual([]);
  });

  test('says that the store is damaged', async () => {
    const { place, store } = await filledStore();
    await store.close();
    const path = join(place.dataDir, 'store.sqlite');
    const file = new DatabaseSync(path);
    file.exec('pragma foreign_keys = off; delete from leads');
    file.close();
    await expect(backedUp(place)).rejects.toThrow(/damaged.*rows without the row/);
  });

  testOnPostgres('says how to get pg_dump, where there is none that is as new as the server', async () => {
    const place = await emptyPlace();
    await (await openPlace(place)).close();
    const programs = temporaryFolder();
    await expect(backedUp({ ...place, programs })).rejects.toThrow(
      /not found\. On Debian: apt-get install postgresql-client-\d+; .*POSTGRES_BIN.*docs\/operating/,
    );
    await writeFile(join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24"\n', { mode: 0o700 });
    await expect(backedUp({ ...place, programs })).rejects.toThrow(/not found \(found: 9\)/);
  });
});

describe('the check of a backup finds', () => {
  const cases: [what: string, change: (path: string) => Promise<unknown>, fault: RegExp][] = [
    ['a damaged row', (path) => damage(join(path, 'store.sqlite'), 5000), /^store\.sqlite is damaged$/],
    ['a damaged file', async (path) => damage(await firstFile(path)), /^files\/[0-9a-f]{32} is damaged$/],
    ['a missing file', async (path) => rm(await firstFile(path)), /^files\/[0-9a-f]{32} is missing/],
    ['a list that was changed', (path) => damage(join(path, 'SHA256SUMS'), 3), /^SHA256SUMS is not what it was/],
    ['a list that is gone', (path) => rm(join(path, 'SHA256SUMS')), /^SHA256SUMS is missing$/],
  ];

  test.each(cases)('%s', async (_, change, fault) => {
    const { place } = await filledStore();
    const made = await backedUp(place);
    await change(made.path);
    expect(await checkBackup(made, quiet)).toEqual([expect.stringMatching(fault)]);
  });

  test('rows that are not as many as the manifest says, and files that it lacks', async () => {
    const { place } = await filledStore();
    const made = await backedUp(place);
    const { tables } = made.manifest;
    expect(await checkBackup({ ...made, manifest: { ...made.manifest, tables: { ...tables, leads: 7 } } }, quiet)).toEqual([
      'leads has 6 rows and should have 7',
    ]);
  });

  async function firstFile(path: string): Promise<string> {
    return join(path, 'files', (await readdir(join(path, 'files')))[0]!);
  }
});

test('backups of two stores share a folder', async () => {
  const folder = temporaryFolder();
  const [one, two] = [await filledStore(), await filledStore()];
  await mkdir(folder, { recursive: true });
  const options = { folder, tell: quiet };
  const first = await takeBackup({ ...options, place: one.place, now: () => BEGAN });
  const second = await takeBackup({ ...options, place: two.place, now: () => BEGAN + 1000 });
  expect(first.manifest.store).not.toBe(second.manifest.store);
});
