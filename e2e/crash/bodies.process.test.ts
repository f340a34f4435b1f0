import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { openRaw } from './raw-connection.ts';
import { pause } from './wait-until.ts';
import { usageOf } from './usage.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT: 'off' } });
});

afterAll(async () => discard(server));

const json = 'application/json';
const multipart = 'multipart/form-data; boundary=b';
const MB = 1024 * 1024;

describe('a body in chunks without end', () => {
  test.each([
    ['of a form', 'POST', formPath, json, 413, 2],
    ['of an unknown address', 'POST', '/nowhere', json, 404, 2],
    ['of a page', 'POST', '/', json, 405, 2],
    ['of a page that is asked for', 'GET', '/', json, 200, 2],
    ['of a type that is not taken', 'POST', formPath, 'text/xml', 415, 2],
    ['of an application', 'POST', '/recruiting/applications', multipart, 413, 20],
  ])('%s is answered, and its connection closed', async (_, method, path, type, status, mostMb) => {
    const before = await usageOf(server);
    const { answer, sent } = await send(`${method} ${path}`, type, `10000\r\n${'x'.repeat(0x10000)}\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain('connection: close');
    // The client also counts bytes that are still in the socket buffers of both sides.
    expect(sent).toBeLessThan((mostMb + 8) * MB);
    const after = await usageOf(server);
    expect(after.seconds - before.seconds).toBeLessThan(1.5);
    expect(after.peakMb).toBeLessThan(400);
  });

  test.each([
    ['of a form', `POST ${formPath}`, json],
    ['of an application', 'POST /recruiting/applications', multipart],
    ['of an unknown address', 'POST /nowhere', json],
  ])('%s, of a byte each, costs little', async (_, request, type) => {
    const before = await usageOf(server);
    const { sent } = await send(request, type, '1\r\nx\r\n'.repeat(10_000));
    expect(sent).toBeLessThan(12 * MB);
    expect((await usageOf(server)).seconds - before.seconds).toBeLessThan(1.5);
    expect((await ask(server.url, 'GET', '/healthz')).status).toBe(200);
  });
});

test('a form in some chunks, however slowly they come, is taken', async () => {
  const body = JSON.stringify(demoRequest('slow@visitors.example'));
  const socket = await openRaw(server.url, head(`POST ${formPath}`, json));
  let answer = '';
  socket.on('data', (part) => (answer += String(part)));
  for (const character of body) {
    socket.write(`1\r\n${character}\r\n`);
    await pause(2);
  }
  socket.write('0\r\n\r\n');
  await expect.poll(() => answer).toMatch(/^HTTP\/1.1 201 /);
  expect(answer.toLowerCase()).not.toContain('connection: close');
  socket.destroy();
});

function head(request: string, type: string): string {
  return `${request} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
}

/** Sends pieces of a body until the connection is closed, or 120 MB are sent. */
async function send(request: string, type: string, piece: string): Promise<{ answer: string; sent: number }> {
  const socket = await openRaw(server.url, head(request, type));
  let answer = '';
  socket.on('data', (part) => (answer += String(part)));
  const start = type === multipart ? '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n' : '';
  if (start !== '') socket.write(`${start.length.toString(16)}\r\n${start}\r\n`);
  while (!socket.destroyed && socket.writable && socket.bytesWritten < 120 * MB) {
    if (!socket.write(piece)) await room(socket);
    // Reads between the writes: otherwise the connection may be reset before the answer is read.
    else await nextTurn();
  }
  const sent = socket.bytesWritten;
  socket.destroy();
  return { answer, sent };
}

function room(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go);
      resolve();
    };
    socket.on('drain', go).on('close', go);
    if (socket.destroyed) go();
  });
}
