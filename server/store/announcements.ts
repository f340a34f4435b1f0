import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

type Tx = Kysely<Schema>;

/** Tells the other servers of a store that there is something to do, so that they do not find it by looking only. */
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

/** Milliseconds between announcements that go on and on: each is a statement, and a look of every other server. */
const APART = 20;
/** Announcements that may follow each other at once, after a second without any. */
const AT_ONCE = 50;

/**
 * Announces at once; where more come than a second may have, what came meanwhile is one announcement.
 * @param send never throws, for who misses an announcement looks by itself
 */
export function createAnnounce(send: () => Promise<unknown>): Announce {
  // When those so far would be over if each took APART (a leaky bucket).
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
