import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createWorker } from '../queue/worker.ts';
import type { Log } from '../kernel/log.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { SQLITE_NAME } from './database/sqlite.ts';
import { placeFor, silent } from './store.testing.ts';
import { openStore } from './store.ts';

test('a damaged store answers forms 503, serves the pages, and is told once, with what mends it', async () => {
  const place = await placeFor({ filled: true });
  const first = await openStore(place);
  await first.migrate();
  const { rows } = await sql<{ rootpage: number }>`select rootpage from sqlite_master where name = 'jobs'`.execute(first.db);
  await first.close();
  const file = await open(join(place.dataDir, SQLITE_NAME), 'r+');
  await file.write(Buffer.alloc(4096, 7), 0, 4096, 4096 * (rows[0]!.rootpage - 1));
  await file.close();
  const store = await openStore(place);
  onTestFinished(() => store.close());
  await store.migrate();
  const { app } = await testApp(store);
  const send = () => app.inject({ method: 'POST', url: '/www/forms/home_cu', payload: validBodies.generic });
  expect([(await send()).statusCode, (await app.inject('/about')).statusCode]).toEqual([503, 200]);
  const lines: unknown[] = [];
  const log = {
    ...silent,
    warn: (_: object, line: string) => void lines.push(line),
    error: (...all: unknown[]) => void lines.push(all),
  } as Log;
  const worker = createWorker({ store, jobs: [], services: {}, log, now: () => store.now() });
  worker.start();
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  await worker.stop(0);
  expect(lines).toEqual(['jobs wait: store.sqlite in DATA_DIR is damaged: restore it from a backup']);
});
