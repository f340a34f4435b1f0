import { once } from 'node:events';
import { request as get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { sendEvents } from './event-stream.ts';

async function* forever(): AsyncGenerator<{ n: number }> {
  for (let n = 1; ; n += 1) {
    yield { n };
    await wait(10);
  }
}

type Given = { goesOn?: () => Promise<boolean>; events?: () => AsyncIterable<unknown> };

async function streamOf({ goesOn = async () => true, events = forever }: Given) {
  const stop = new AbortController();
  const app = Fastify({ forceCloseConnections: true });
  let ended = false;
  app.get('/', async (_request, reply) => {
    reply.header('x-of-all', '1').raw.once('close', () => stop.abort());
    await sendEvents(reply, events(), { signal: stop.signal, goesOn, beat: 30 });
    ended = true;
  });
  await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  const asked = get({ port: (app.server.address() as AddressInfo).port }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  answer.on('data', (bytes) => (text += bytes)).on('error', () => undefined);
  return { stop, answer, text: () => text, ended: () => ended };
}

test('events arrive as they happen, with the headers of every answer and signs of life between', async () => {
  const { answer, text, stop } = await streamOf({});
  expect(answer.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-of-all': '1' });
  await expect.poll(text).toContain('data: {"n":2}\n\n');
  await expect.poll(text).toContain('event: beat\ndata: .\n\n');
  stop.abort();
  await once(answer, 'end');
});

test('a stream ends when its reader is gone', async () => {
  const { answer, ended } = await streamOf({});
  answer.destroy();
  await expect.poll(ended).toBe(true);
});

test('a stream ends with the session that it was opened by', async () => {
  const { answer, ended } = await streamOf({ goesOn: async () => false });
  await once(answer, 'end');
  await expect.poll(ended).toBe(true);
});

test('a store that is away for a moment ends no stream, and the last event does', async () => {
  async function* two(): AsyncGenerator<number> {
    yield 1;
    await wait(100);
    yield 2;
  }
  const { answer, text } = await streamOf({ goesOn: () => Promise.reject(new Error('away')), events: two });
  await once(answer, 'end');
  expect(text()).toMatch(/data: 1\n\n[^]*data: 2\n\n$/);
});
