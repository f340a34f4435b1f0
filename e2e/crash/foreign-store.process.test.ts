import { DatabaseSync } from 'node:sqlite';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { startFakeS3 } from '../../server/files/s3.testing.ts';
import { applicationsOf, makePdf, sendApplication, storedFiles } from '../fixtures/applications.ts';
import { discard, launchServer, startServer, type RunningServer, type ServerOptions } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { makeServerData } from './server-data.ts';
import { until } from './wait-until.ts';
import { everyEighthRun, inTurn } from '../../server/testing/rotation.testing.ts';

const servers: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill().then(() => discard(server))));
});

async function start(options: ServerOptions): Promise<RunningServer> {
  const server = await startServer(options);
  servers.push(server);
  return server;
}

async function refusedStart(options: ServerOptions): Promise<{ code: number | null; output: string }> {
  const { listens: _listens, ...server } = await launchServer(options);
  servers.push(server);
  const code = await until('its end', () => server.process.exitCode ?? undefined);
  expect(server.output()).not.toMatch(/unexpected error|\n\s+at /);
  return { code, output: server.output() };
}

describe('a second store on the same bucket', () => {
  everyEighthRun(test, 0)('is refused at the start by name and setting, whatever it did before, and every CV stays', async () => {
    const bucket = await startFakeS3('cvs');
    const env = { FILES_URL: bucket.setting };
    const first = await start({ env });
    expect((await sendApplication(first.url, makePdf(50_000))).status).toBe(201);
    const there = [...bucket.objects.keys()].toSorted();
    const { code, output } = await refusedStart({ env });
    expect([code, output]).toEqual([1, expect.stringMatching(/FILES_URL.* are files of the store .*npm run files -- adopt/s)]);
    expect(output).not.toContain('FAKEKEY');
    // After a restart the first server recognises the bucket as its own.
    await first.kill();
    const again = await start({ env, dataDir: first.dataDir });
    expect((await ask(again.url, 'GET', '/readyz/forms')).status).toBe(200);
    expect([...bucket.objects.keys()].toSorted()).toEqual(there);
  });

  inTurn(test, 0)('that has old files of its own from before there were ids never loses one to another store', async () => {
    const bucket = await startFakeS3('');
    for (const letter of ['a', 'b', 'c']) bucket.objects.set(letter.repeat(32), Buffer.from('%PDF-1.7 another store’s CV'));
    const { code, output } = await refusedStart({ env: { FILES_URL: bucket.setting } });
    expect([code, output]).toEqual([1, expect.stringContaining('that this store has no row of')]);
    expect(bucket.objects.size).toBe(3);
  });
});

test('a bucket that refuses the key stops no page, is told with its setting, and makes the server not ready for forms', async () => {
  const bucket = await startFakeS3('');
  const { listens, ...server } = await launchServer({ env: { FILES_URL: bucket.setting.replace(/FAKEKEY:[^@]*/, 'FAKEKEY:wrong') } });
  servers.push(server);
  await listens;
  expect(await Promise.all(['/', '/readyz'].map(async (path) => (await ask(server.url, 'GET', path)).status))).toEqual([200, 200]);
  // Not ready from the start; the reason follows once the bucket has answered.
  await until('the bucket’s answer', async () => {
    const ready = await ask(server.url, 'GET', '/readyz/forms');
    expect(ready.status).toBe(503);
    return ready.text.includes('files') ? true : undefined;
  });
  await until('the reason', () =>
    /no file can be kept: the bucket in FILES_URL refuses the key/.test(server.output()) ? true : undefined,
  );
});

describe('a folder of files', () => {
  test.skipIf(inject('postgres') === undefined)('is shared by the servers of one store, and refused to those of another', async () => {
    const cluster = inject('postgres')!;
    const data = await makeServerData('postgres', cluster, undefined, true);
    const other = await makeServerData('postgres', cluster, undefined, true);
    try {
      const [one, two] = await Promise.all([
        start({ env: data.settings, dataDir: data.dataDir }),
        start({ env: data.settings, dataDir: data.dataDir }),
      ]);
      expect(await Promise.all([one, two].map(async ({ url }) => (await sendApplication(url, makePdf(9000))).status))).toEqual([201, 201]);
      const { code, output } = await refusedStart({ env: { ...other.settings, DATA_DIR: data.dataDir }, dataDir: data.dataDir });
      expect([code, output]).toEqual([1, expect.stringMatching(/DATA_DIR.*No two stores share one place/s)]);
      expect(await storedFiles(data.dataDir)).toHaveLength(2);
    } finally {
      await Promise.all(servers.map((server) => server.kill()));
      await Promise.all([data.discard(), other.discard()]);
    }
  });

  everyEighthRun(test, 1)(
    'of a store from before there were ids becomes its own; everything in DATA_DIR is its owner’s alone, whatever the umask, and what was open is closed',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'cognitive-umask-'));
      const before = process.umask(0);
      const first = await start({ dataDir }).finally(() => process.umask(before));
      expect((await sendApplication(first.url, makePdf(9000))).status).toBe(201);
      await until('a mail', async () => ((await readdir(join(dataDir, 'mail')).catch(() => [])).length > 0 ? true : undefined));
      expect(await openPaths(dataDir)).toEqual([]);
      await first.stop();
      const [key = ''] = await storedFiles(dataDir);
      await chmod(join(dataDir, 'files', key), 0o644);
      await chmod(join(dataDir, 'store.sqlite'), 0o644);
      await chmod(dataDir, 0o755);
      // The state that the previous version left: no store id, and no rows in `uploads`.
      const store = new DatabaseSync(join(dataDir, 'store.sqlite'));
      store.exec("drop table uploads; delete from migrations where name = '0031-uploads'; delete from secrets where name = 'store-id'");
      store.close();
      await rm(join(dataDir, 'files/store-id'));
      const again = await start({ dataDir });
      await until('closed files', async () => ((await openPaths(dataDir)).length === 0 ? true : undefined));
      expect(again.output()).toContain('DATA_DIR can be read by others: chmod 0700');
      await until('its id', async () => ((await readdir(join(dataDir, 'files'))).includes('store-id') ? true : undefined));
      expect((await sendApplication(again.url, makePdf(9000), 'second@example.com')).status).toBe(201);
      expect((await applicationsOf(again)).map(({ cv }) => cv?.size)).toEqual([9000, 9000]);
      expect(await storedFiles(dataDir)).toHaveLength(2);
    },
  );
});

async function openPaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const modes = await Promise.all(
    entries.map(async (name) => ({ name, mode: (await stat(join(folder, name)).catch(() => undefined))?.mode ?? 0 })),
  );
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name);
}
