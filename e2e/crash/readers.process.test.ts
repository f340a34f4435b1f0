import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { addPaper } from '../../server/insights/papers/papers.ts';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { makeServerData } from './server-data.ts';
import { until } from './wait-until.ts';
import { usageOf } from './usage.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const servers: RunningServer[] = [];
afterEach(async () => Promise.all(servers.splice(0).map(discard)));

const MB = 1024 * 1024;

everyEighthRun(test, 7)('sixty clients that ask for a paper of 15 MB and read nothing have it in memory once', async () => {
  const server = await startServer();
  servers.push(server);
  await withPaper(server);
  const before = await usageOf(server);
  const sockets = await Promise.all(Array.from({ length: 60 }, () => silentReader(server)));
  await until('every one to be sent something', () => (sockets.every((socket) => socket.bytesRead > 0) ? true : undefined));
  expect((await ask(server.url, 'GET', '/healthz')).status).toBe(200);
  const after = await usageOf(server);
  expect(after.peakMb - before.peakMb).toBeLessThan(150);
  expect(after.seconds - before.seconds).toBeLessThan(4);
  for (const socket of sockets) socket.destroy();
});

async function withPaper(server: RunningServer): Promise<void> {
  const data = await makeServerData('sqlite', undefined, server.dataDir);
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(15 * MB), Buffer.from('\n%%EOF')]);
  await data.inside(async (store) => {
    await store.migrate();
    await store.begin((tx) =>
      addPaper(tx, { id: 'large', name: 'Large.pdf', descr: '', pdf, image: undefined, first: false, sample: true, at: Date.now() }),
    );
  });
}

async function silentReader(server: RunningServer): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.once('readable', () => undefined);
  socket.write('GET /resources/papers/large.pdf HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}
