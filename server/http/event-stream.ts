import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { streamBeat } from '../../contract/desk/work-schemas.ts';

type Ends = { signal: AbortSignal; goesOn: () => Promise<boolean>; beat?: number };

/** Server-sent events, until there are no more, the reader is gone, the server stops, or `goesOn` says no, which is asked with every beat. */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  { signal, goesOn, beat = streamBeat.pause }: Ends,
): Promise<FastifyReply> {
  const { raw } = reply.hijack();
  const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
  raw.writeHead(200, headers as Record<string, string>);
  raw.write(': begins\n\n');
  const ended = new AbortController();
  const end = () => ended.abort();
  signal.addEventListener('abort', end, { once: true });
  // An event and no comment: of those a page hears nothing, and could not tell a dead connection from a quiet one.
  const beats = sendBeats(() => raw.write(`event: ${streamBeat.event}\ndata: .\n\n`), { beat, goesOn, signal: ended.signal }).finally(end);
  const over = new Promise<{ done: true; value: undefined }>((resolve) =>
    ended.signal.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true }),
  );
  const iterator = events[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([iterator.next(), over]);
    if (next.done === true) break;
    raw.write(`data: ${JSON.stringify(next.value)}\n\n`);
  }
  end();
  await iterator.return?.();
  await beats;
  raw.end();
  return reply;
}

type Beats = { beat: number; goesOn: () => Promise<boolean>; signal: AbortSignal };

async function sendBeats(write: () => void, { beat, goesOn, signal }: Beats): Promise<void> {
  while (!signal.aborted) {
    await wait(beat, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted || !(await goesOn().catch(() => true))) return;
    write();
  }
}
