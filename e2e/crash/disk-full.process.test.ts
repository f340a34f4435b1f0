import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { makePdf, sendApplication, stagedFiles, storedFiles } from '../fixtures/applications.ts';
import { discard, launchServer, startServer, type RunningServer, type ServerOptions } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { openRaw } from './raw-connection.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { until } from './wait-until.ts';
import { everyEighthRun, rotated } from '../../server/testing/rotation.testing.ts';

const CV = 3 * 1024 * 1024;

const servers: RunningServer[] = [];
const disks: SmallDisk[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
  for (const disk of disks.splice(0)) disk.unmount();
});

function smallDisk(): SmallDisk | undefined {
  const disk = mountSmallDisk();
  if (disk) disks.push(disk);
  return disk;
}

async function start(options: ServerOptions): Promise<RunningServer> {
  const server = await startServer(options);
  servers.push(server);
  return server;
}

async function demo(server: RunningServer, email: string): Promise<number> {
  return (await ask(server.url, 'POST', formPath, JSON.stringify(demoRequest(email)), { 'content-type': 'application/json' })).status;
}

const statusOf = async (server: RunningServer, path: string) => (await ask(server.url, 'GET', path)).status;

function processorSeconds({ process: { pid } }: RunningServer): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

describe('one client that sends CVs without end', () => {
  everyEighthRun(test, 4)(
    'meets the reserve: CVs are refused in words, other forms go on, and the server stays ready',
    async ({ skip }) => {
      const disk = smallDisk();
      if (disk === undefined) return skip('only root can mount a small disk');
      const server = await start({ dataDir: disk.folder, env: { DISK_RESERVE_MB: '24' } });
      const cv = makePdf(CV);
      const answers: { status: number; text: string }[] = [];
      const began = processorSeconds(server);
      for (let n = 0; n < 14; n += 1) answers.push(await sendApplication(server.url, cv, `a${n}@example.com`));
      const kept = answers.filter(({ status }) => status === 201).length;
      expect(kept).toBeGreaterThan(2);
      expect(answers.slice(kept).map(({ status }) => status)).toEqual(answers.slice(kept).map(() => 503));
      expect(JSON.parse(answers.at(-1)!.text)).toMatchObject({ errors: { cv: expect.stringContaining('We cannot take files just now') } });
      expect(processorSeconds(server) - began).toBeLessThan(6);
      expect([await demo(server, 'b@example.com'), await statusOf(server, '/readyz/forms')]).toEqual([201, 200]);
      expect([(await storedFiles(disk.folder)).length, await stagedFiles(disk.folder)]).toEqual([kept, []]);
      expect(server.output()).toContain('DISK_RESERVE_MB');
    },
  );

  everyEighthRun(test, 5)('meets the limit of a day, which a restart does not lift', async () => {
    const env = { UPLOADS_MB_PER_DAY: '7' };
    const server = await start({ env });
    const cv = makePdf(CV);
    const send = async (to: RunningServer) => (await sendApplication(to.url, cv)).status;
    expect([await send(server), await send(server), await send(server)]).toEqual([201, 201, 503]);
    await server.stop();
    const again = await start({ env, dataDir: server.dataDir });
    expect([await send(again), await demo(again, 'b@example.com')]).toEqual([503, 201]);
    expect(await storedFiles(server.dataDir)).toHaveLength(2);
    servers.splice(0);
    await discard(again);
  });
});

describe('a full disk', () => {
  /** Fills the disk while the server runs, and frees it. */
  async function fillAndFree(server: RunningServer, disk: SmallDisk): Promise<void> {
    disk.fill();
    await until('not ready', async () => ((await statusOf(server, '/readyz/forms')) === 503 ? true : undefined));
    expect([await statusOf(server, '/'), await statusOf(server, '/healthz')]).toEqual([200, 200]);
    disk.free();
    await until('ready', async () => ((await statusOf(server, '/readyz/forms')) === 200 ? true : undefined));
  }

  test.for(rotated(['empty', 'with a store']))(
    'makes a running server not ready until there is room; that is %s at the start: pages are served, what is wrong is told, and it recovers',
    async (kind, { skip }) => {
      const disk = smallDisk();
      if (disk === undefined) return skip('only root can mount a small disk');
      const dataDir = join(disk.folder, 'data');
      await mkdir(dataDir);
      if (kind !== 'empty') {
        const earlier = await start({ dataDir });
        await fillAndFree(earlier, disk);
        expect(await demo(earlier, 'a@example.com')).toBe(201);
        await earlier.stop();
      }
      disk.fill();
      const { listens, ...server } = await launchServer({ dataDir });
      servers.push(server);
      await listens;
      expect([await statusOf(server, '/'), await statusOf(server, '/readyz/forms'), await demo(server, 'b@example.com')]).toEqual([
        200, 503, 503,
      ]);
      expect(server.output()).toMatch(/not ready: .*DATA_DIR/);
      expect(server.output()).not.toMatch(/\n\s+at /);
      disk.free();
      await until('a lead', async () => ((await demo(server, 'c@example.com')) === 201 ? true : undefined));
      await until('ready', async () => ((await statusOf(server, '/readyz/forms')) === 200 ? true : undefined));
    },
  );
});

describe('half an upload', () => {
  const head =
    'POST /recruiting/applications HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
    `Content-Length: ${CV}\r\n\r\n--x\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF-1.7 ${'x'.repeat(200_000)}`;

  async function halfUploads(server: RunningServer) {
    const sockets = await Promise.all([1, 2, 3].map(() => openRaw(server.url, head)));
    await until('them on the disk', async () => ((await stagedFiles(server.dataDir)).length === 3 ? true : undefined));
    return sockets;
  }

  everyEighthRun(test, 2)('leaves nothing when the server is told to stop', async () => {
    const server = await start({});
    const sockets = await halfUploads(server);
    expect(await server.stop()).toBe(0);
    for (const socket of sockets) socket.destroy();
    expect([await stagedFiles(server.dataDir), await storedFiles(server.dataDir)]).toEqual([[], []]);
    await rm(server.dataDir, { recursive: true, force: true });
  });

  everyEighthRun(test, 3)('of a server that was killed goes at the next start', async () => {
    const server = await start({});
    const sockets = await halfUploads(server);
    await server.kill();
    for (const socket of sockets) socket.destroy();
    expect(await stagedFiles(server.dataDir)).toHaveLength(3);
    await writeFile(join(server.dataDir, 'files/incoming', 'f'.repeat(32)), 'an earlier version’s');
    const again = await start({ dataDir: server.dataDir });
    await until('an empty folder', async () => ((await stagedFiles(server.dataDir)).length === 0 ? true : undefined));
    servers.splice(0);
    await discard(again);
  });
});
