import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationsOf, makePdf, sendApplication, sha256, stagedFiles, storedFiles } from '../fixtures/applications.ts';
import { asStarted } from '../../scripts/run/server-flags.mjs';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { until } from './wait-until.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const COUNT = 32;
const BROKEN_OFF = COUNT / 2;
const AT_ONCE = 32;
const SIZE = 3 * 1024 * 1024;
/** The most memory in MB that the server may use. */
const BUDGET = 250;
/**
 * MB of private memory before the first upload, without the desk. Pages of Node's executable do not count: they are shared and depend on the
 * machine's free memory. It uses 56 MB, and its thread 17; code loaded at start by mistake would exceed the limit.
 */
const IDLE = 82;

let server: RunningServer;

beforeAll(async () => {
  // With the flags and the allocator of `npm start`.
  server = await startServer({ env: { ...asStarted(), LOG_LEVEL: 'warn' } });
});

afterAll(() => discard(server));

everyEighthRun(test, 6)(
  `${COUNT} CVs of 3 MB, ${AT_ONCE} at a time, arrive intact and within ${BUDGET} MB; half as many broken off leave nothing`,
  { timeout: 600_000 },
  async () => {
    // Memory used by the start is freed soon after it, later on a busy machine.
    await expect.poll(() => memory('RssAnon')).toBeLessThan(IDLE);
    const { expected, peak } = await sendAll();
    expect(expected.length).toBe(COUNT);
    expect(peak).toBeLessThan(BUDGET);
    await until('the files of broken uploads to go', async () => ((await stagedFiles(server.dataDir)).length === 0 ? true : undefined));
    const stored = await applicationsOf(server);
    const sorted = expected.toSorted();
    expect(stored.map(({ cv }) => cv?.sha256 ?? '').toSorted()).toEqual(sorted);
    const onDisk: string[] = [];
    for (const file of await storedFiles(server.dataDir)) onDisk.push(sha256(await readFile(join(server.dataDir, 'files', file))));
    expect(onDisk.toSorted()).toEqual(sorted);
  },
);

async function sendAll(): Promise<{ expected: string[]; peak: number }> {
  const expected: string[] = [];
  let peak = 0;
  const sampling = setInterval(() => void memory().then((now) => (peak = Math.max(peak, now))), 50);
  let next = 0;
  const sender = async () => {
    for (let n = next++; n < COUNT + BROKEN_OFF; n = next++) {
      const cv = makePdf(SIZE);
      if (n % 3 === 0) await breakOff(cv);
      else {
        await send(cv, `upload-${n}@example.com`);
        expected.push(sha256(cv));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender)).finally(() => clearInterval(sampling));
  return { expected, peak };
}

/** Sends an application, again after a 503, as a busy server asks for. */
async function send(cv: Buffer, email: string): Promise<void> {
  const { status, text } = await until('an upload to be taken', async () => {
    const answer = await sendApplication(server.url, cv, email);
    return answer.status === 503 && answer.text.includes('too much to do') ? undefined : answer;
  });
  expect([status, JSON.parse(text)]).toEqual([201, { status: 'received', id: expect.any(String) }]);
}

async function breakOff(cv: Buffer): Promise<void> {
  const head =
    'POST /recruiting/applications HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
    `Content-Length: ${cv.length + 500}\r\n\r\n--x\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n`;
  const socket = connect(Number(new URL(server.url).port), 'localhost');
  socket.on('error', () => undefined);
  socket.write(head);
  await new Promise<void>((resolve) => void socket.write(cv.subarray(0, cv.length / 2), () => resolve()));
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.destroy();
  });
}

async function memory(kind: 'VmRSS' | 'RssAnon' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}
