import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { observations } from '../kernel/observations.ts';
import { readSettings } from '../settings/settings.ts';
import { createListener } from './listener.ts';
import { etagOf, type Resource } from './resource.ts';
import { sendBuilt } from './site.ts';

const draining = new AbortController();
const settings = readSettings({ METRICS_PORT: '9464' });
const app = createListener({ settings, url: 'http://localhost', headers: { 'x-frame-options': 'DENY' }, draining: draining.signal });
const body = Buffer.from('text '.repeat(400));
const headers = { 'content-type': 'text/plain', 'x-frame-options': 'DENY' };
const page: Resource = { headers, etag: etagOf(body), body, br: brotliCompressSync(body), gzip: gzipSync(body) };
let port: number;
let routed = 0;

beforeAll(async () => {
  app.addHook('onRequest', (_request, _reply, next) => {
    routed += 1;
    next();
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/page',
    config: { ownHeaders: true },
    handler: (request, reply) => sendBuilt(request, reply, page),
  });
  app.answeredDirectly?.set('/page', { file: () => page, route: '/page' });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** Sends a request as it stands. @returns the answer, and whether it went by the routes */
async function answerTo(request: string): Promise<{ answer: string; routed: boolean }> {
  const before = routed;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.end(request);
  const answer = (await text(socket)).replace(/\r\ndate: [^\r]*/i, '');
  return { answer, routed: routed > before };
}

/** The text of a request. With a query in its address (`/page?`) it is left to the route. */
const lines = (method: string, address: string, more: readonly string[] = []) =>
  [`${method} ${address} HTTP/1.1`, 'Host: localhost', ...more, '', ''].join('\r\n');

const encodings = [[], ['Accept-Encoding: br'], ['accept-encoding: gzip, deflate'], ['ACCEPT-ENCODING: gzip;q=1, br;q=0']];
const tags = [[], [`If-None-Match: W/${page.etag}`], ['if-none-match: "other"']];
const plain = ['GET', 'HEAD'].flatMap((method) =>
  encodings.flatMap((encoding) => tags.map((tag) => ({ method, more: [...encoding, ...tag] }))),
);

test.each(plain)('$method with $more is answered directly, as the route answers', async ({ method, more }) => {
  const direct = await answerTo(lines(method, '/page', more));
  const byRoute = await answerTo(lines(method, '/page?', more));
  expect([direct.routed, byRoute.routed]).toEqual([false, true]);
  expect(direct.answer).toMatch(/^HTTP\/1.1 (?:200 OK|304 Not Modified)\r\n/);
  expect(direct.answer).toBe(byRoute.answer);
});

test.each([
  [lines('POST', '/page', ['Content-Length: 0']), 200],
  [lines('GET', '/page', ['Content-Length: 2']) + '{}', 200],
  [lines('GET', '/page', ['Transfer-Encoding: chunked']) + '0\r\n\r\n', 200],
  [lines('GET', '/page', ['Accept-Encoding: gzip', 'Accept-Encoding: br']), 200],
  [lines('GET', '/page', ['Host: other']), 400],
  ['GET /page HTTP/1.1\r\nAccept: */*\r\n\r\n', 400],
  ['GET /page HTTP/1.0\r\nHost: localhost\r\n\r\n', 200],
])('%j is left to the routes', async (request, status) => {
  const { answer, routed: byRoute } = await answerTo(request);
  // A request that a hook refuses before the one that counts does not count as routed.
  expect([byRoute, answer.slice(0, 12)]).toEqual([status === 200, `HTTP/1.1 ${status}`]);
});

test('a direct answer is timed by the name of its route, and leaves none to a server that is asked to stop', async () => {
  const told: string[] = [];
  const stop = observations.answer.listen(({ method, route, status }) => told.push(`${method} ${route} ${status}`));
  await answerTo(lines('HEAD', '/page'));
  stop();
  expect(told).toEqual(['HEAD /page 200']);
  draining.abort();
  const { answer, routed: byRoute } = await answerTo(lines('GET', '/page'));
  expect([byRoute, answer.toLowerCase().includes('\r\nconnection: close')]).toEqual([true, true]);
});

test('a file that cannot be read is left to its route', async () => {
  app.answeredDirectly?.set('/unread', {
    file: () => {
      throw new Error('too many open files');
    },
    route: '/unread',
  });
  expect(await answerTo(lines('GET', '/unread'))).toMatchObject({ routed: true });
});
