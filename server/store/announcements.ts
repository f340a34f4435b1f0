import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

type Tx = Kysely<Schema>;

/** Tells the other servers of a store that there is something to do, so that they find it before their next look. */
export type Announce = () => void;

const announces = new WeakMap<Tx, Announce>();
const announced = new WeakSet<Tx>();

/** Other servers are told of what was written, once it is committed. Does nothing where a store has one server. */
export function announceWork(tx: Tx): void {
  if (tx.isTransaction) announced.add(tx);
  else announces.get(tx)?.();
}

/** @param db the store's database, with which or in whose transactions work is written */
export function announceBy(db: Tx, announce: Announce): void {
  announces.set(db, announce);
}

/** Called once a transaction is committed. */
export function announceCommitted(db: Tx, tx: Tx): void {
  if (announced.has(tx)) announces.get(db)?.();
}

/** Milliseconds between the announcements of a long series: each costs a statement, and makes every other server look. */
const APART = 20;
/** Announcements that may follow each other at once, after a second without any. */
const AT_ONCE = 50;

/**
 * Announces at once. After AT_ONCE in a row, announcements are APART milliseconds apart, each for all that came meanwhile.
 * @param send never throws: a server that misses an announcement finds the work when it looks by itself
 */
export function createAnnounce(send: () => Promise<unknown>): Announce {
  // When all announcements so far would be over if each took APART (a leaky bucket).
  let until = 0;
  let isWaiting = false;
  const announce = () => {
    if (isWaiting) return;
    const now = performance.now();
    const pause = until - now - (AT_ONCE - 1) * APART;
    if (pause <= 0) {
      until = Math.max(until, now) + APART;
      return void send();
    }
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      announce();
    }, pause).unref();
  };
  return announce;
}
