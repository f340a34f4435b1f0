import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { openRaw } from './raw-connection.ts';
import { until } from './wait-until.ts';
import { usageOf } from './usage.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ env: { NODE_OPTIONS: '--max-old-space-size=512' } });
});

afterAll(async () => discard(server));

describe('a client that sends requests without end and reads nothing', () => {
  test.each(['/openapi.json', '/', '/nowhere', '/readyz', '/verify?token=x', '/resources/papers/none.pdf', '/builder', 'Expect'])(
    'for %s is cut off, for little time and memory',
    async (path) => {
      const before = await usageOf(server);
      const target = path === 'Expect' ? '/ HTTP/1.1\r\nExpect: nothing' : `${path} HTTP/1.1\r\nAccept-Encoding: br`;
      const request = `GET ${target}\r\nHost: x\r\n\r\n`;
      const flood = request.repeat(Math.ceil(500_000 / request.length));
      const sockets = await Promise.all(Array.from({ length: 8 }, () => openRaw(server.url, flood)));
      await Promise.all(sockets.map(closed));
      expect((await ask(server.url, 'GET', '/healthz')).status).toBe(200);
      const after = await usageOf(server);
      expect(after.seconds - before.seconds).toBeLessThan(2);
      expect(after.peakMb).toBeLessThan(400);
    },
  );
});

test('1 100 connections of one client shut nobody out, itself included', async () => {
  const idle = await Promise.all(Array.from({ length: 1100 }, () => openFrom('127.0.0.2')));
  await until('the oldest to be closed', () => (idle.filter((socket) => socket.destroyed).length >= 76 ? true : undefined));
  expect((await ask(server.url, 'GET', '/')).status).toBe(200);
  const own = await openFrom('127.0.0.2');
  own.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = (await once(own, 'data')) as [Buffer];
  expect(String(answer)).toContain('200 OK');
  // The client whose connection was closed for it may notice only after the answer.
  await until('one more to be closed', () => (idle.filter((socket) => socket.destroyed).length > 76 ? true : undefined));
  expect(idle.filter((socket) => socket.destroyed)).toHaveLength(77);
  for (const socket of [own, ...idle]) socket.destroy();
});

test('thirty requests sent at once are all answered, in their order', async () => {
  const paths = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? '/healthz' : `/nowhere/${n}`));
  const socket = await openRaw(
    server.url,
    paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\n\r\n`).join(''),
  );
  let text = '';
  socket.on('data', (part) => (text += String(part)));
  const statuses = await until('every answer', () => {
    const found = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    return found.length === paths.length ? found : undefined;
  });
  socket.destroy();
  expect(statuses).toEqual(paths.map((path) => (path === '/healthz' ? '200' : '404')));
});

async function openFrom(localAddress: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));
}
