import { sql } from 'kysely';
import type pg from 'pg';
import type { Log } from '../../kernel/log.ts';
import { repeat } from '../../kernel/repeat.ts';

/** Name of the channel. Servers of all builds use it. */
const CHANNEL = 'cognitive_work';

/** Milliseconds until a lost connection is made again; until listening is tried again where nothing arrives; in which a test has to arrive. */
const AGAIN = 2000;
const LATER = 600_000;
const ARRIVES = 3000;

type Listening = {
  connect: () => Promise<pg.Client>;
  /** Sends an announcement, over another connection. */
  announce: (from: string) => Promise<unknown>;
  /** This server's name: what it announces itself is no news. */
  self: string;
  log: Log;
};

/** The statement that announces work to the other servers. @param from a server's name */
export function notification(from: string) {
  return sql`select pg_notify(${CHANNEL}, ${from})`;
}

/**
 * Calls `onWork` for what other servers announce, over a connection of its own. A lost connection is made again, and until then nothing is
 * announced: the caller has to look by itself as well. Where a pooler gives connections out by the transaction (PgBouncer), nothing arrives at
 * all, which is noticed and logged.
 * @returns ends it
 */
export function listenForWork({ connect, announce, self, log }: Listening, onWork: () => void): () => Promise<void> {
  let isTold = false;
  const rounds = repeat(
    async (signal) => {
      const client = await connect();
      const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
      try {
        if (signal.aborted) return undefined;
        const arrived = Promise.withResolvers<boolean>();
        client.on('notification', ({ payload }) => {
          if (payload === `${self} test`) arrived.resolve(true);
          else if (payload !== self) onWork();
        });
        await client.query(`listen ${CHANNEL}`);
        const late = setTimeout(() => arrived.resolve(false), ARRIVES);
        void announce(`${self} test`).catch(() => arrived.resolve(false));
        const works = await Promise.race([arrived.promise, ended.then(() => false), aborted(signal).then(() => false)]);
        clearTimeout(late);
        if (signal.aborted) return undefined;
        if (!works) {
          if (!isTold)
            log.info({}, 'no announcement of another server arrives (a pooler?): jobs of other servers are found within a second');
          isTold = true;
          return LATER;
        }
        // What was enqueued before it listened was not announced to it.
        onWork();
        await Promise.race([ended, aborted(signal)]);
        return undefined;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    // A store that is down is reported by those who need it.
    { every: AGAIN, report: () => undefined },
  );
  return rounds.stop;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
