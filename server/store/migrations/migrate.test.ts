import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { MAJOR, migrations } from './migration-list.ts';
import type { Migration } from './migration.ts';
import { openStore, type StoreOptions } from '../store.ts';
import { describeOnStores, freshStore, placeFor, silent } from '../store.testing.ts';
import { everyEighthRun } from '../../testing/rotation.testing.ts';

const later: Migration = {
  name: '9999-later',
  up: (db) => db.schema.createTable('later').addColumn('id', 'text').execute(),
};

describeOnStores('migrations', () => {
  test('run once, in order, and a new one on top of the old ones', async () => {
    const store = await openStore(await placeFor());
    expect(await migrate(store.db, store.dialect)).toEqual(migrations.map((migration) => migration.name));
    expect(await migrate(store.db, store.dialect)).toEqual([]);
    expect(await migrate(store.db, store.dialect, [...migrations, later])).toEqual(['9999-later']);
    await store.close();
  });

  test('one that fails leaves no half of itself behind', async () => {
    const store = await freshStore();
    const failing: Migration = {
      name: '9999-later',
      up: async (db) => {
        await later.up(db, store.dialect);
        throw new Error('halfway');
      },
    };
    await expect(migrate(store.db, store.dialect, [...migrations, failing])).rejects.toThrow('halfway');
    expect(await migrate(store.db, store.dialect, [...migrations, later])).toEqual(['9999-later']);
  });

  test('an older server refuses what a newer major version has written, or who knows what', async () => {
    const store = await freshStore();
    await migrate(store.db, store.dialect, [...migrations, { ...later, since: MAJOR + 1 }]);
    await expect(store.migrate()).rejects.toThrow('newer version: it has 9999-later');
    await sql`update migrations set since = null where name = '9999-later'`.execute(store.db);
    await expect(store.migrate()).rejects.toThrow('newer version: it has 9999-later');
  });

  test('an older server of the same major version runs on what a newer one has written, and says so', async () => {
    const told: unknown[] = [];
    const store = await freshStore({ log: { ...silent, warn: (about: unknown) => told.push(about) } });
    await migrate(store.db, store.dialect, [...migrations, later]);
    await store.migrate();
    expect(told).toEqual([{ migrations: ['9999-later'] }]);
    await store.ready();
    // The newer version has nothing left to migrate.
    expect(await migrate(store.db, store.dialect, [...migrations, later])).toEqual([]);
  });

  everyEighthRun(test, 2)('several processes that start together take turns', async () => {
    const place = await placeFor();
    const outcomes = await Promise.all(Array.from({ length: 3 }, () => migrateInProcess(place)));
    expect(outcomes.map((outcome) => outcome.code)).toEqual([0, 0, 0]);
    expect(outcomes.map((outcome) => outcome.output).sort()).toEqual(['', '', 'migrated']);
  });

  everyEighthRun(test, 7)('a process killed while it migrates leaves no lock and no half', async () => {
    const place = await placeFor();
    const outcome = await migrateInProcess(place, 'die');
    expect(outcome.signal).toBe('SIGKILL');
    const store = await openStore(place);
    await store.migrate();
    expect(await store.db.selectFrom('leads').select('id').execute()).toEqual([]);
    await store.close();
  });
});

type Outcome = { code: number | null; signal: NodeJS.Signals | null; output: string };

function migrateInProcess({ dataDir, databaseUrl }: StoreOptions, mode = 'live'): Promise<Outcome> {
  const url = new URL('..', import.meta.url).href;
  const code = `
    const { openStore } = await import('${url}store.ts');
    const { migrations } = await import('${url}migrations/migration-list.ts');
    if ('${mode}' === 'die') migrations.push({ name: '9999-die', up: async () => process.kill(process.pid, 'SIGKILL') });
    const log = { debug() {}, warn() {}, error() {}, info() { process.stdout.write('migrated'); } };
    const store = await openStore({ ...${JSON.stringify({ dataDir, databaseUrl })}, log });
    await store.migrate();
    await store.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (exit, signal) => resolve({ code: exit, signal, output }));
  });
}
