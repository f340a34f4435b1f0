import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../store/store.ts';
import { placeFor, temporaryFolder } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';
import { testContext } from '../testing/command.testing.ts';
import { createPrivacyCommand } from './privacy-command.ts';
import { createScrub } from './scrub-thread.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

const script = new URL('./scrub-worker.ts', import.meta.url);
const mark = 'Zenobia Quillfeather';

/** Fails when the server's own connection is used. */
const untouchable: Pick<Store, 'db' | 'dialect'> = {
  dialect: 'sqlite',
  get db(): Store['db'] {
    throw new Error('this would keep the thread of the server');
  },
};

test('nothing of deleted rows is left in the file or its log, and pages are answered meanwhile', async () => {
  const place = await placeFor({ filled: true });
  const store = await openStore(place);
  onTestFinished(() => store.close());
  await store.migrate();
  await sql`create table kept as with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) select i, hex(randomblob(4000)) as text from n`.execute(
    store.db,
  );
  await sql`create table removed as select i, ${mark} || i as text from kept`.execute(store.db);
  await sql`delete from removed`.execute(store.db);
  expect(await filesWith(place.dataDir, mark)).not.toEqual([]);

  const { app } = await testApp(store);
  const scrub = createScrub(untouchable, place.dataDir, script);
  const over = new AbortController();
  const done = scrub().finally(() => over.abort());
  const statuses: number[] = [];
  while (!over.signal.aborted) {
    statuses.push((await app.inject('/')).statusCode);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await done;
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await filesWith(place.dataDir, mark)).toEqual([]);
  const { rows } = await sql<{ n: number }>`select count(*) as n from kept`.execute(store.db);
  expect(rows).toEqual([{ n: 500 }]);
});

test('npm run privacy -- scrub does the same for rows that went another way', async () => {
  const place = await placeFor({ filled: true });
  const store = await openStore(place);
  onTestFinished(() => store.close());
  await store.migrate();
  await sql`create table removed as select ${mark} as name`.execute(store.db);
  await sql`delete from removed`.execute(store.db);
  expect(await filesWith(place.dataDir, mark)).not.toEqual([]);
  const { code } = await testContext(
    createPrivacyCommand(async () => undefined),
    store,
    {},
  ).run('scrub');
  expect([code, await filesWith(place.dataDir, mark)]).toEqual([0, []]);
});

everyEighthRun(test, 3)('what goes wrong in the thread is thrown, and the next one is begun all the same', async () => {
  const dataDir = join(temporaryFolder(), 'file');
  await writeFile(dataDir, '');
  const scrub = createScrub(untouchable, dataDir, script);
  const both = await Promise.allSettled([scrub(), scrub()]);
  expect(both.map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
    expect.stringContaining('ENOTDIR'),
    expect.stringContaining('ENOTDIR'),
  ]);
});

async function filesWith(folder: string, text: string): Promise<string[]> {
  const names = await readdir(folder);
  const found = await Promise.all(names.map(async (name) => (await readFile(join(folder, name))).includes(text)));
  return names.filter((_, index) => found[index]);
}
