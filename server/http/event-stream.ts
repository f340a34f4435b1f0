import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { streamBeat } from '../../contract/calls/desk/work-schemas.ts';
import type { OpenStream } from './open-streams.ts';

type Ends = {
  signal: AbortSignal;
  /** Whether whoever opened it may still read it: asked with every beat, and before every event. */
  goesOn: () => Promise<boolean>;
  /** Told how to end it. @returns forgets it */
  opened?: (stream: Pick<OpenStream, 'end' | 'recheck'>) => () => void;
  beat?: number;
};

/** Server-sent events, until there are no more, the reader is gone, the server stops, or `goesOn` says no. */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  { signal, goesOn, opened, beat = streamBeat.pause }: Ends,
): Promise<FastifyReply> {
  const { raw } = reply.hijack();
  const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
  raw.writeHead(200, headers as Record<string, string>);
  raw.write(': begins\n\n');
  const ended = new AbortController();
  const over = new Promise<{ done: true; value: undefined }>((resolve) =>
    ended.signal.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true }),
  );
  // What waits for news learns of the end by the connection's, and nobody waits for it.
  const end = (word?: string) => {
    if (ended.signal.aborted) return;
    ended.abort();
    raw.end(word === undefined ? undefined : asEvent(word));
  };
  const stop = () => end();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  // A store that is away for a moment ends no stream.
  const look = () =>
    goesOn().then(
      (may) => may || end(),
      () => undefined,
    );
  const forget = opened?.({ end, recheck: () => void look() });
  // An event and no comment: of those a page hears nothing, and could not tell a dead connection from a quiet one.
  const beats = sendBeats(() => raw.write(asEvent(streamBeat.event)), { beat, look, signal: ended.signal });
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), over]);
      if (next.done === true || !(await goesOn().catch(() => false)) || ended.signal.aborted) break;
      raw.write(`data: ${JSON.stringify(next.value)}\n\n`);
      if (raw.writableLength > MOST_UNREAD) break;
    }
  } finally {
    end();
    forget?.();
    signal.removeEventListener('abort', stop);
    void iterator.return?.().catch(() => undefined);
    await beats;
  }
  return reply;
}

function asEvent(name: string): string {
  return `event: ${name}\ndata: .\n\n`;
}

/** Bytes that wait for a reader who takes none: it asks again once it does. */
const MOST_UNREAD = 256 * 1024;

type Beats = { beat: number; look: () => Promise<unknown>; signal: AbortSignal };

async function sendBeats(write: () => void, { beat, look, signal }: Beats): Promise<void> {
  while (!signal.aborted) {
    await wait(beat, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await look();
    if (!signal.aborted) write();
  }
}
