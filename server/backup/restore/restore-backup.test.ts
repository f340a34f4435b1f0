import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFiles } from '../../files/files.ts';
import { startFakeS3 } from '../../files/s3.testing.ts';
import { OWN_ID } from '../../files/storage-owner.ts';
import { lockDataDir } from '../../store/data-dir/data-dir-lock.ts';
import { type Store, openStore } from '../../store/store.ts';
import { describeOnStoresInTurn, silent, temporaryFolder } from '../../store/store.testing.ts';
import { allIn, backedUp, BEGAN, damage, emptyPlace, filledStore, openPlace, rightsIn } from '../backup.testing.ts';
import type { FoundBackup } from '../manifest.ts';
import type { StorePlace } from '../take-backup.ts';
import { type AfterRestore, restoreBackup, type RestoreOptions } from './restore-backup.ts';
import { everyEighthRun } from '../../testing/rotation.testing.ts';

async function restored(backup: FoundBackup, place: StorePlace, more: Partial<RestoreOptions> = {}): Promise<string[]> {
  const told: string[] = [];
  const options = {
    backup,
    place,
    filesThere: false,
    steps: [],
    erasureLists: [],
    log: silent,
    now: () => BEGAN,
    tell: (text: string) => void told.push(text),
  };
  await restoreBackup({ ...options, ...more });
  return told;
}

async function everyRow(store: Store): Promise<Record<string, unknown>> {
  const { db } = store;
  return {
    leads: await db.selectFrom('leads').selectAll().orderBy('id').execute(),
    consents: await db.selectFrom('consents').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('lead_events').selectAll().orderBy('id').execute(),
    files: await db.selectFrom('files').selectAll().orderBy('key').execute(),
    keys: await db.selectFrom('idempotency').selectAll().orderBy('key').execute(),
    jobs: await db.selectFrom('jobs').select(['id', 'name', 'payload', 'attempts', 'run_at']).orderBy('id').execute(),
  };
}

async function ownId(store: Store): Promise<string | undefined> {
  return (await store.db.selectFrom('secrets').select('value').where('name', '=', OWN_ID).executeTakeFirst())?.value;
}

async function refusal(place: StorePlace): Promise<string> {
  try {
    const store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, log: silent });
    await store.migrate().finally(() => store.close());
    return 'it starts';
  } catch (error) {
    return (error as Error).message;
  }
}

const failing: AfterRestore = { name: 'a step', run: () => Promise.reject(new Error('cut off')) };

describeOnStoresInTurn('a restored backup', 1, (dialect) => {
  test('has every row and file, and is a store of its own', async () => {
    const { store, place } = await filledStore();
    const target = await emptyPlace();
    const backup = await backedUp(place);
    await restored(backup, target);
    const again = await openPlace(target);
    expect(await everyRow(again)).toEqual(await everyRow(store));
    const files = filesIn(target, again);
    for (const { key } of await store.db.selectFrom('files').select('key').execute()) {
      const bytes = Buffer.concat((await (await files.open(key)).toArray()) as Buffer[]);
      expect(bytes.equals(await readFile(join(place.dataDir, 'files', key)))).toBe(true);
    }
    expect(await files.checkOwner()).toBe(true);
    expect(await ownId(again)).toMatch(/^[0-9a-f]{32}$/);
    expect(await ownId(again)).not.toBe(await ownId(store));
    expect((await rightsIn(target.dataDir)).filter((line) => !/ (600|700)$/.test(line))).toEqual([]);
    // A store is never overwritten.
    await expect(restored(backup, place)).rejects.toThrow(dialect === 'sqlite' ? /There is a store in/ : /There are tables in/);
    expect(await everyRow(store)).toEqual(await everyRow(again));
    expect(await allIn(place.dataDir)).not.toContain('restore-unfinished.txt');
  });

  test('that was made by an earlier version is brought up to date', async () => {
    const { place, store } = await filledStore();
    await store.db
      .deleteFrom('migrations' as never)
      .where('name' as never, '=', '0070-lead-about' as never)
      .execute();
    await store.db.schema.alterTable('leads').dropColumn('about').execute();
    const backup = await backedUp(place);
    expect(backup.manifest.migrations.map(({ name }) => name)).not.toContain('0070-lead-about');
    const target = await emptyPlace();
    await restored(backup, target);
    const again = await openPlace(target);
    expect(await again.db.selectFrom('leads').select('about').execute()).toHaveLength(6);
  });

  everyEighthRun(test, 6)('runs what has to be done to it before a server may start, and again where it was cut off', async () => {
    const { place } = await filledStore();
    const target = await emptyPlace();
    const backup = await backedUp(place);
    await expect(restored(backup, target, { steps: [failing] })).rejects.toThrow('cut off');
    expect(await refusal(target)).toMatch(/did not come to its end.*npm run restore -- /s);
    // Another machine is refused too, when rows are there already.
    if (dialect === 'postgres') expect(await refusal({ ...target, dataDir: temporaryFolder() })).toMatch(/still being restored/);
    const erasing: AfterRestore = {
      name: 'erased again',
      run: async ({ store, files }) => {
        const { key } = await store.db.selectFrom('files').select('key').executeTakeFirstOrThrow();
        await files.removeUnknown(key);
        await store.begin((tx) => tx.deleteFrom('leads').where('email', '=', 'visitor1@example.com').execute());
        return '2 requests';
      },
    };
    expect(await restored(backup, target, { steps: [erasing] })).toContain('erased again: 2 requests');
    const again = await openPlace(target);
    expect(await again.db.selectFrom('leads').select('email').execute()).toHaveLength(4);
    expect((await allIn(join(target.dataDir, 'files'))).filter((name) => /^[0-9a-f]{32}$/.test(name))).toHaveLength(2);
    expect(await allIn(target.dataDir)).not.toContain('restoring');
  });
});

test('of a damaged backup not a byte is written', async () => {
  const { place } = await filledStore();
  const backup = await backedUp(place);
  await damage(join(backup.path, backup.manifest.database.name), 200);
  const target = await emptyPlace();
  await expect(restored(backup, target)).rejects.toThrow(/Nothing was restored: the backup is not what it was.\s+store\.\w+ is damaged/);
  expect(await allIn(target.dataDir)).toEqual([]);
  expect(await refusal(target)).toBe('it starts');
});

function filesIn({ dataDir, bucket }: StorePlace, store: Store) {
  const files = openFiles({ dataDir, bucket, store, log: silent });
  onTestFinished(() => files.close());
  return files;
}

describe('files', () => {
  test('go to a bucket; one that fails in the middle is gone on with', async () => {
    const { place } = await filledStore();
    const backup = await backedUp(place);
    const bucket = await startFakeS3('new');
    const target = await emptyPlace(bucket);
    const set = bucket.objects.set.bind(bucket.objects);
    let puts = 0;
    bucket.objects.set = (key, bytes) => {
      puts += 1;
      // Fails after the id and one file.
      if (puts === 2) bucket.failNext(403, 403);
      return set(key, bytes);
    };
    await expect(restored(backup, target)).rejects.toThrow(/FILES_URL refuses/);
    expect(bucket.objects.size).toBe(2);
    expect(await refusal(target)).toMatch(/did not come to its end/);
    await restored(backup, target);
    expect(bucket.objects.size).toBe(4);
    expect(await filesIn(target, await openPlace(target)).checkOwner()).toBe(true);
  });

  test('that are there are another’s, unless the rows alone were lost: then what is missing is added, and nothing removed', async () => {
    const bucket = await startFakeS3('cvs');
    const { place, store, send } = await filledStore(bucket);
    const backup = await backedUp(place);
    const id = await ownId(store);
    await send(1);
    const [gone = ''] = [...bucket.objects.keys()].filter((key) => /[0-9a-f]{32}$/.test(key));
    bucket.objects.delete(gone);
    await store.close();
    const target = await emptyPlace(bucket);
    await expect(restored(backup, target)).rejects.toThrow(/There are files in the bucket.*FILES_URL.*--keep-files/);
    const strangers = await filledStore(await startFakeS3('other'));
    await expect(restored(backup, await emptyPlace(strangers.bucket), { filesThere: true })).rejects.toThrow(/not those of the store/);
    await restored(backup, target, { filesThere: true });
    const again = await openPlace(target);
    expect([await ownId(again), bucket.objects.has(gone), bucket.objects.size]).toEqual([id, true, 5]);
    expect(await filesIn(target, again).checkOwner()).toBe(true);
  });
});

describe('a restore is refused', () => {
  const cases: [why: string, change: (backup: FoundBackup, target: StorePlace) => Promise<[FoundBackup, StorePlace]>, message: RegExp][] = [
    [
      'where a server runs',
      async (backup, target) => {
        onTestFinished(await lockDataDir(target.dataDir, 0));
        return [backup, target];
      },
      /A server uses .*stop it first/,
    ],
    [
      'by a version that does not know its tables',
      async (backup, target) => [
        { ...backup, manifest: { ...backup.manifest, migrations: [{ name: '9999-later', since: null }] } },
        target,
      ],
      /newer version: it has 9999-later/,
    ],
    [
      'where another restore was cut off',
      async (backup, target) => {
        await writeFile(join(target.dataDir, 'restore-unfinished.txt'), 'Backup: another');
        return [backup, target];
      },
      /Another restore into .*was cut off/,
    ],
    [
      'where there is another’s file',
      async (backup, target) => {
        await mkdir(join(target.dataDir, 'files'));
        await writeFile(join(target.dataDir, 'files', 'a'.repeat(32)), 'x');
        return [backup, target];
      },
      /There are files in the folder .*DATA_DIR/,
    ],
    [
      'into PostgreSQL',
      async (backup, target) => [backup, { ...target, databaseUrl: 'postgres://nowhere/x' }],
      /backup of the embedded store.*npm run move/,
    ],
  ];

  test.each(cases)('%s', async (_, change, message) => {
    const { place } = await filledStore();
    const [backup, target] = await change(await backedUp(place), await emptyPlace());
    const before = await allIn(target.dataDir);
    await expect(restored(backup, target)).rejects.toThrow(message);
    expect((await allIn(target.dataDir)).filter((name) => name !== 'server.lock')).toEqual(before.filter((name) => name !== 'server.lock'));
  });
});
