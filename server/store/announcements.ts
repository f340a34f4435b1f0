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

/** Milliseconds between two announcements at least: the first is made at once, and one of what came meanwhile after them. */
const APART = 100;

/** @param send never throws, for who misses an announcement looks by itself */
export function createAnnounce(send: () => Promise<unknown>): Announce {
  let isResting = false;
  let isWanted = false;
  const announce = () => {
    isWanted = isResting;
    if (isResting) return;
    isResting = true;
    void send();
    setTimeout(() => {
      isResting = false;
      if (isWanted) announce();
    }, APART).unref();
  };
  return announce;
}
