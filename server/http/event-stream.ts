import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { streamBeat } from '../../contract/calls/desk/work-schemas.ts';
import { elementAt } from '../../contract/checked.ts';

type Ends = {
  signal: AbortSignal;
  /** Whether the reader still has access: checked with every beat and before every event. */
  goesOn: () => Promise<boolean>;
  /** Called with functions that end and recheck the stream. @returns a function that unregisters it */
  opened?: (stream: Pick<OpenStream, 'end' | 'recheck'>) => () => void;
  beat?: number;
};

/** Sends server-sent events until there are no more, the reader disconnects, the server stops, or `goesOn` returns false. */
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
  // The event source learns of the end by its signal. Its pending `next` is not awaited.
  const end = (word?: string) => {
    if (ended.signal.aborted) return;
    ended.abort();
    raw.end(word === undefined ? undefined : asEvent(word));
  };
  const stop = () => end();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  // A store that is down for a moment ends no stream.
  const look = () =>
    goesOn().then(
      (may) => may || end(),
      () => undefined,
    );
  const forget = opened?.({ end, recheck: () => void look() });
  // Beats are events, not comments: a page does not see comments and could not tell a dead connection from a quiet one.
  const beats = sendBeats(() => raw.write(asEvent(streamBeat.event)), { beat, look, signal: ended.signal });
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), over]);
      if (next.done === true || !(await goesOn().catch(() => false)) || ended.signal.aborted) break;
      raw.write(`data: ${JSON.stringify(next.value)}\n\n`);
      if (raw.writableLength > MAX_UNREAD) break;
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

/** Bytes buffered for a reader that does not read, beyond which the stream is ended. The page reconnects when it reads again. */
const MAX_UNREAD = 256 * 1024;

type Beats = { beat: number; look: () => Promise<unknown>; signal: AbortSignal };

async function sendBeats(write: () => void, { beat, look, signal }: Beats): Promise<void> {
  while (!signal.aborted) {
    await wait(beat, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await look();
    if (!signal.aborted) write();
  }
}

/** An open event stream. */
export type OpenStream = {
  session: string;
  account: string;
  /** Ends it. If given, `word` is sent to the page as the name of a last event, to say why. */
  end: (word?: string) => void;
  /** Ends it if its reader has lost access. */
  recheck: () => void;
};

export type OpenStreams = {
  /** @returns a function that removes the stream */
  add: (stream: OpenStream) => () => void;
  recheck: () => void;
};

/** Most streams open at once in this process, for one session and for one account. */
export const MAX_STREAMS = { session: 10, account: 30 } as const;

/** @param crowded name of the event with which the oldest stream is ended when there are too many */
export function createOpenStreams(crowded: string): OpenStreams {
  const open = new Set<OpenStream>();
  return {
    add(stream) {
      for (const by of ['session', 'account'] as const) {
        const same = [...open].filter((one) => one[by] === stream[by]);
        if (same.length >= MAX_STREAMS[by]) elementAt(same, 0).end(crowded);
      }
      open.add(stream);
      return () => open.delete(stream);
    },
    recheck() {
      for (const stream of open) stream.recheck();
    },
  };
}
