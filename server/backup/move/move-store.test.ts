import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockDataDir } from '../../store/data-dir/data-dir-lock.ts';
import { openStore } from '../../store/store.ts';
import { noPostgres, placeFor, silent } from '../../store/store.testing.ts';
import { filledStore, openPlace } from '../backup.testing.ts';
import { hashFile } from '../copy-files.ts';
import { moveStore, type MoveOptions } from './move-store.ts';
import { everyEighthRun } from '../../testing/rotation.testing.ts';

type Moving = { dataDir: string; to: string };

async function setUp(): Promise<Moving & { before: string }> {
  const { store, place } = await filledStore();
  const text = 'Zoë 𝔘 "quoted" \\ back\nline\t; drop table leads;';
  const record = {
    about: '{}',
    frequency: 'daily',
    first_day: -1,
    last_day: 1,
    digest: 'd',
    days: Buffer.from([0, 255, 1]),
    portfolio: Buffer.alloc(0),
  } as const;
  await store.begin(async (tx) => {
    await tx
      .insertInto('portfolios')
      .values({ id: 'p', group: 'website', sample: 0, created_at: 2 ** 53 - 1, removed_at: null })
      .execute();
    const more = { recorded_at: 1, sample: null, source: text, reason: null, changes: null, benchmark: null, benchmark2: Buffer.from('b') };
    await tx
      .insertInto('track_records')
      .values({ portfolio_id: 'p', version: 1, ...record, ...more })
      .execute();
    for (let n = 0; n < 2500; n += 1)
      await tx
        .insertInto('suppressions')
        .values({ address_key: `${n} ${text}`, reason: text, at: -n })
        .execute();
  });
  await store.close();
  const { databaseUrl } = await placeFor({ dialect: 'postgres' });
  return { dataDir: place.dataDir, to: databaseUrl!, before: (await hashFile(join(place.dataDir, 'store.sqlite'))).sha256 };
}

function moved({ dataDir, to }: Moving, more: Partial<MoveOptions> = {}) {
  return moveStore({ dataDir, to: { databaseUrl: to }, log: silent, tell: () => undefined, now: Date.now, ...more });
}

async function refusal(dataDir: string, databaseUrl?: string): Promise<string> {
  try {
    const store = await openStore({ dataDir, databaseUrl, log: silent });
    await store.migrate().finally(() => store.close());
    return 'it starts';
  } catch (error) {
    return (error as Error).message;
  }
}

describe.skipIf(noPostgres)('a move to PostgreSQL', () => {
  test('brings every row as it was, leaves the old store as it was, and keeps servers off it', async () => {
    const moving = await setUp();
    const tables = await moved(moving);
    expect(Object.fromEntries(tables.map(({ table, rows }) => [table, rows]))).toMatchObject({
      leads: 6,
      files: 3,
      suppressions: 2500,
      track_records: 1,
    });
    const store = await openPlace({ dataDir: moving.dataDir, databaseUrl: moving.to, programs: undefined });
    const { days, benchmark2, source } = await store.db.selectFrom('track_records').selectAll().executeTakeFirstOrThrow();
    expect([[...days], Buffer.from(benchmark2!).toString(), source]).toEqual([[0, 255, 1], 'b', expect.stringContaining('Zoë 𝔘 "quoted"')]);
    expect((await store.db.selectFrom('portfolios').select('created_at').executeTakeFirstOrThrow()).created_at).toBe(2 ** 53 - 1);
    expect((await hashFile(join(moving.dataDir, 'store.sqlite'))).sha256).toBe(moving.before);
    expect(await refusal(moving.dataDir)).toMatch(/was moved to PostgreSQL, postgres:\/\/\*\*\*@.*DATABASE_URL/s);
    await expect(moved(moving)).rejects.toThrow(/There are tables in/);
    await rm(join(moving.dataDir, 'moved.txt'));
    expect(await refusal(moving.dataDir)).toBe('it starts');
  });

  everyEighthRun(test, 4)(
    'that was killed goes on where it was, again and again; until it is done no server starts on either side',
    async () => {
      const moving = await setUp();
      for (const moment of ['batches === 9', 'rows === 500']) {
        expect(await killedAt(moment, moving)).toBe('SIGKILL');
        expect(await refusal(moving.dataDir)).toMatch(/is being moved to PostgreSQL.*Run npm run move again/s);
        expect(await refusal(moving.dataDir, moving.to)).toMatch(/still being restored, or moved to/);
      }
      const batches: number[] = [];
      const tables = await moved(moving, { onBatch: (rows) => batches.push(rows) });
      // Rows that were there already are not copied again.
      expect([tables.find(({ table }) => table === 'suppressions')?.rows, batches.filter((rows) => rows === 2500)]).toEqual([2500, [2500]]);
      expect(await refusal(moving.dataDir, moving.to)).toBe('it starts');
    },
  );

  everyEighthRun(test, 2)('says so where the store changed after it had begun', async () => {
    const moving = await setUp();
    await killedAt('rows === 1000', moving);
    const file = new DatabaseSync(join(moving.dataDir, 'store.sqlite'));
    file.exec("update suppressions set reason = 'changed' where at = 0");
    file.close();
    await expect(moved(moving)).rejects.toThrow(/The table suppressions is not the same.*Empty the database/);
    expect(await refusal(moving.dataDir, moving.to)).toMatch(/still being restored, or moved to/);
  });

  test('is refused while a server runs, to a database with tables, and of another version', async () => {
    const moving = await setUp();
    const release = await lockDataDir(moving.dataDir, 0);
    await expect(moved(moving)).rejects.toThrow(/A server uses .*stop it first/);
    release();
    const other = await placeFor({ dialect: 'postgres' });
    await (await openPlace({ ...other, databaseUrl: other.databaseUrl, programs: undefined })).close();
    await expect(moved({ ...moving, to: other.databaseUrl! })).rejects.toThrow(/There are tables in postgres:\/\/\*\*\*@/);
    const file = new DatabaseSync(join(moving.dataDir, 'store.sqlite'));
    onTestFinished(() => file.close());
    file.exec("delete from migrations where name = '0070-lead-about'");
    await expect(moved(moving)).rejects.toThrow(/of another version/);
    await expect(readFile(join(moving.dataDir, 'moved.txt'))).rejects.toThrow('ENOENT');
  });
});

async function killedAt(moment: string, { dataDir, to }: Moving): Promise<NodeJS.Signals | null> {
  const code = `
    const { moveStore } = await import('${new URL('move-store.ts', import.meta.url).href}');
    const log = { debug() {}, warn() {}, error() {}, info() {} };
    let batches = 0;
    const onBatch = (rows) => { batches += 1; if (${moment}) process.kill(process.pid, 'SIGKILL'); };
    await moveStore({ ...${JSON.stringify({ dataDir, to: { databaseUrl: to } })}, log, tell() {}, now: Date.now, onBatch });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal;
}
