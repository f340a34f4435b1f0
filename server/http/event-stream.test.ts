import { once } from 'node:events';
import { request as get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { sendEvents, type OpenStream } from './event-stream.ts';

async function* forever(): AsyncGenerator<{ n: number }> {
  for (let n = 1; ; n += 1) {
    yield { n };
    await wait(10);
  }
}

type Given = { isGone?: boolean; goesOn?: () => Promise<boolean>; events?: (signal: AbortSignal) => AsyncIterable<unknown>; beat?: number };

async function streamOf({ isGone = false, goesOn = async () => true, events = forever, beat = 30 }: Given) {
  const stop = new AbortController();
  if (isGone) stop.abort();
  const app = Fastify({ forceCloseConnections: true });
  let ended = false;
  let stream: Pick<OpenStream, 'end' | 'recheck'> | undefined;
  const opened = (one: typeof stream) => {
    stream = one;
    return () => (stream = undefined);
  };
  app.get('/', async (_request, reply) => {
    reply.header('x-of-all', '1').raw.once('close', () => stop.abort());
    await sendEvents(reply, events(stop.signal), { signal: stop.signal, goesOn, opened, beat });
    ended = true;
  });
  await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  const asked = get({ port: (app.server.address() as AddressInfo).port }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  answer.on('data', (bytes) => (text += bytes)).on('error', () => undefined);
  return { stop, answer, text: () => text, ended: () => ended, stream: () => stream };
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

test('a stream ends whose reader takes nothing, before much waits for it', async () => {
  async function* many(): AsyncGenerator<string> {
    for (;;) yield 'x'.repeat(50_000);
  }
  const { answer, ended } = await streamOf({ events: many, beat: 60_000 });
  answer.removeAllListeners('data').pause();
  await expect.poll(ended).toBe(true);
});

test('a stream ends at once that was given up before it began', async () => {
  async function* never(): AsyncGenerator<number> {
    await new Promise(() => undefined);
    yield 0;
  }
  const { ended } = await streamOf({ events: never, beat: 60_000, isGone: true });
  await expect.poll(ended).toBe(true);
});

test('a stream ends with the session that it was opened by', async () => {
  const { answer, ended } = await streamOf({ goesOn: async () => false });
  await once(answer, 'end');
  await expect.poll(ended).toBe(true);
});

/** An event source without events: it ends only by its signal. */
async function* silent(signal: AbortSignal): AsyncGenerator<number> {
  if (!signal.aborted) await once(signal, 'abort');
  yield 0;
}

test('a stream that waits for news ends with its session at once, as soon as it is asked about it', async () => {
  let may = true;
  const { answer, ended, stream } = await streamOf({ goesOn: async () => may, events: silent, beat: 60_000 });
  stream()!.recheck();
  may = false;
  expect(answer.readableEnded).toBe(false);
  stream()!.recheck();
  await once(answer, 'end');
  await expect.poll(ended).toBe(true);
  expect(stream()).toBeUndefined();
});

test('a stream that gives way says so', async () => {
  const { answer, text, stream } = await streamOf({ events: silent, beat: 60_000 });
  stream()!.end('crowded');
  await once(answer, 'end');
  expect(text()).toMatch(/event: crowded\ndata: \.\n\n$/);
});

test('nothing is told to somebody who may not read it any more, or of whom that is not known', async () => {
  for (const goesOn of [async () => false, () => Promise.reject(new Error('away'))]) {
    const { answer, text } = await streamOf({ goesOn, beat: 60_000 });
    await once(answer, 'end');
    expect(text()).toBe(': begins\n\n');
  }
});

test('a store that is away for a moment ends no stream, and the last event does', async () => {
  let isAway = true;
  async function* last(): AsyncGenerator<number> {
    await wait(100);
    isAway = false;
    yield 2;
  }
  const goesOn = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(true));
  const { answer, text } = await streamOf({ goesOn, events: last });
  await once(answer, 'end');
  expect(text()).toMatch(/event: beat\n[^]*data: 2\n\n$/);
});
