import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asStarted } from '../../scripts/run/server-flags.mjs';
import { bombCv } from '../../server/recruiting/cvs/bomb-cv.testing.ts';
import { sampleCv } from '../../server/recruiting/sample-cv.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';
import { sendApplication } from '../fixtures/applications.ts';
import { discard, movableClock, startServer, type RunningServer } from '../fixtures/server.ts';
import { until } from './wait-until.ts';

const env = { ...asStarted(), LOG_LEVEL: 'warn', SAMPLES: 'off' };
/** The most memory in MB that the server may use: less than the CV would take alone. */
const BUDGET = 250;
const bomb = bombCv(256 * 1024 * 1024);

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ env });
});

afterAll(() => discard(server));

inTurn(test, 2)('a CV that unpacks to 256 MB takes neither the server nor the others with it, and is read at most twice', async () => {
  let peak = 0;
  const sampling = setInterval(() => void memory().then((now) => (peak = Math.max(peak, now))), 20);
  await send(bomb, 'first@example.com');
  await until('reading the CV to begin', async () => read('first@example.com'));
  await send(sampleCv(['Ada Lovelace']), 'ada@example.com');
  // It is read by a later run, so that the first one has ended.
  await until('the CV after it to be read', async () => isWhole('ada@example.com')).finally(() => clearInterval(sampling));
  expect(read('first@example.com')?.state).toBe('unreadable');
  expect(peak).toBeLessThan(BUDGET);

  await send(sampleCv(['Grace Hopper']), 'grace@example.com');
  await send(bomb, 'second@example.com');
  await until('reading the CV to begin', async () => read('second@example.com'));
  await server.kill();
  // Two minutes later, when it is read once more, as the newest before the other.
  server = await startServer({ env: { ...env, ...movableClock, WRONG_CLOCK_MS: '120000' }, dataDir: server.dataDir });
  await until('the other CV to be read', async () => isWhole('grace@example.com'));
  expect(read('second@example.com')?.state).toBe('unreadable');
});

async function send(cv: Buffer, email: string): Promise<void> {
  expect((await sendApplication(server.url, cv, email)).status).toBe(201);
}

/** What is stored of a CV's text; undefined before it is read. */
function read(email: string): { state: string } | undefined {
  const store = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { readOnly: true });
  try {
    const found = store.prepare('select state from cv_texts join leads on leads.id = lead_id where email = ?').get(email);
    return found && { state: String(found['state']) };
  } finally {
    store.close();
  }
}

function isWhole(email: string): true | undefined {
  return read(email)?.state === 'whole' || undefined;
}

async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
