import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { elementAt } from '../../../contract/checked.ts';
import type { Log } from '../../kernel/log.ts';
import { logOnce, repeat } from '../../kernel/repeat.ts';
import { tryLockNamed } from '../../store/database/named-lock.ts';
import { isStoreDown } from '../../store/errors.ts';
import { createSharedBegin } from '../../store/group-commit.ts';
import type { LeadEventRow } from '../../store/tables/lead-tables.ts';
import type { Store, Tx } from '../../store/store.ts';

export type HistoryEntry = Pick<LeadEventRow, 'id' | 'lead_id' | 'at' | 'kind' | 'detail'> & { seq: number };

/** Something that follows from the histories of leads. Its line in compose/subscriber-list.ts makes it follow. */
export type Subscriber = {
  /** Its position is stored under this name, which therefore never changes. A new subscriber begins with the entries after its first start. */
  name: string;
  /**
   * Takes in entries, those of one lead in their order, in the transaction that moves its position: each at least once. A lead for which it throws is set
   * aside, logged and named by the alerts, and tried again at each start and every hour. The other leads and subscribers go on.
   */
  take: (tx: Tx, entries: readonly HistoryEntry[]) => Promise<void>;
  /** Whether it takes in anything now; if not, its position moves past the entries, which it never gets. Default: always. */
  wants?: (tx: Tx) => Promise<boolean>;
  /** Runs once at each start, in parallel: adds what is missing from the time before the subscriber had a position. */
  complete?: (signal: AbortSignal) => Promise<void>;
};

export type FollowerOptions = { store: Store; log: Log; subscribers: readonly Subscriber[] };

export type Follower = {
  /** @returns a function that stops it, and resolves when its current work is done */
  start: () => () => Promise<void>;
  /** Takes in what has happened, in transactions that share no commit with other writes. For tests, without start(). */
  takeIn: () => Promise<void>;
};

const INTERVAL = 500;
/** Milliseconds until what was set aside is tried again. */
const AGAIN = 3_600_000;
/** Entries that a subscriber takes in at once, and, on SQLite, at first. */
const BATCH = 128;
const FIRST = 8;
/** Milliseconds that a batch may take on SQLite, since a form may wait for it. */
const SHORT = 2;
/** Milliseconds between two batches: without a pause another process that waits to write to SQLite would hardly find it unlocked. */
const PAUSE = 2;
/** Unnumbered entries that are looked up at once. All other unnumbered entries of their leads are numbered with them. */
const NUMBERED = 256;

/**
 * Tells subscribers what happens to leads, so that no form waits for them. An entry of a history is pending until all subscribers have taken it in,
 * so none is missed, whichever process wrote it. Of several servers one at a time serves each subscriber.
 */
export function createFollower(options: FollowerOptions): Follower {
  const alone = { ...options, sizes: new Map<string, number>() };
  const { store, log, subscribers } = alone;
  const names = subscribers.map(({ name }) => name);
  const sharing = { ...alone, store: { ...store, begin: createSharedBegin(store) } };
  const underWay = new Map<string, Promise<void>>();
  const reports = new Map(names.map((name) => [name, logOnce(log, `what happens to leads does not reach: ${name}`, isStoreDown)]));
  let prepared = false;

  async function prepare(from: Store): Promise<void> {
    if (!prepared) await addPositions(store.db, names);
    prepared = true;
    while (await numberEntries(from));
  }

  async function serve(subscriber: Subscriber, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await advance(sharing, subscriber))) await wait(PAUSE);
  }

  async function pass(signal: AbortSignal): Promise<void> {
    await prepare(sharing.store);
    const behind = await findBehind(store.db);
    // A slow subscriber holds up no other.
    for (const subscriber of subscribers.filter(({ name }) => behind.has(name) && !underWay.has(name))) {
      const { name } = subscriber;
      const report = reports.get(name);
      const served = serve(subscriber, signal).then(() => report?.(undefined), report);
      const settled = served.finally(() => underWay.delete(name));
      underWay.set(name, settled);
    }
    await clearPending(sharing.store, names);
  }

  return {
    takeIn: async () => {
      await prepare(store);
      for (const subscriber of subscribers) while (await advance(alone, subscriber));
      await clearPending(store, names);
    },
    start: () => {
      const report = logOnce(log, 'the histories of leads cannot be followed', isStoreDown);
      const migrated = (run: (signal: AbortSignal) => Promise<number | 'done' | void>) =>
        repeat(async (signal) => (store.isMigrated() ? run(signal) : INTERVAL), { every: INTERVAL, report });
      const rounds = [
        migrated(pass),
        migrated(async () => {
          await takeUpOldBuilds(store.db);
          for (const subscriber of subscribers) await tryAgain(store, subscriber);
          return AGAIN;
        }),
        ...subscribers.map(({ complete }) => migrated(async (signal) => (await complete?.(signal), 'done'))),
      ];
      return async () => {
        await Promise.all(rounds.map(({ stop }) => stop()));
        await Promise.all(underWay.values());
      };
    },
  };
}

/** Adds the position of each new subscriber: the latest entry. */
async function addPositions(db: Tx, names: readonly string[]): Promise<void> {
  const seq = await latest(db);
  await db
    .insertInto('history_positions')
    .values(names.map((subscriber) => ({ subscriber, seq })))
    .onConflict((conflict) => conflict.column('subscriber').doNothing())
    .execute();
}

/** The highest number given so far. Positions are read as well, since the entries with the highest numbers may have been erased. */
async function latest(db: Tx): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0) as seq from (
    select max(seq) as seq from lead_events where seq is not null union all select max(seq) from history_positions) as numbers`.execute(db);
  return elementAt(rows, 0).seq;
}

/** Numbers entries in the order in which subscribers take them in. @returns whether there may be more */
async function numberEntries(store: Store): Promise<boolean> {
  const unnumbered = sql<boolean>`pending = 1 and seq is null`;
  const [some] = await store.db.selectFrom('lead_events').select('id').where(unnumbered).limit(1).execute();
  if (some === undefined) return false;
  return store.begin(async (tx) => {
    if (!(await tryLockNamed(store.dialect, tx, 'lead history'))) return false;
    // The entries of a lead get consecutive numbers: they keep their order, and a subscriber looks at each lead once. Receipt and release come
    // first even if servers' clocks differ: nothing precedes a receipt, and suspected spam is told of from its release on.
    // Materialized, since PostgreSQL may otherwise read the leads anew for each entry.
    const { numAffectedRows } = await sql`
      with chosen as materialized (select lead_id from lead_events where ${unnumbered} limit ${NUMBERED}), turns as materialized (
        select id, row_number() over (order by lead_id, case when kind in ('received', 'released') then 0 else 1 end, at, id) as turn from lead_events
        where ${unnumbered} and lead_id in (select lead_id from chosen)
      ) update lead_events set seq = ${await latest(tx)} + turns.turn from turns where lead_events.id = turns.id`.execute(tx);
    return (numAffectedRows ?? 0n) >= NUMBERED;
  });
}

async function findBehind(db: Tx): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('history_positions')
    .select('subscriber')
    // The index on `seq` has only rows with a number: without this condition it is not used.
    .where('seq', '<', (eb) => eb.selectFrom('lead_events').select(eb.fn.max('seq').as('seq')).where('seq', 'is not', null))
    .execute();
  return new Set(rows.map(({ subscriber }) => subscriber));
}

/** `sizes`: of the next batch of each subscriber on SQLite. */
type Advancing = FollowerOptions & { sizes: Map<string, number> };

/** Moves a subscriber's position over a batch of entries. @param apart lead by lead, because the batch failed @returns whether there may be more */
async function advance(options: Advancing, subscriber: Subscriber, apart = false): Promise<boolean> {
  const { store, log, sizes } = options;
  const { name } = subscriber;
  const size = store.dialect === 'sqlite' ? (sizes.get(name) ?? FIRST) : BATCH;
  try {
    const { more, aside } = await store.begin(async (tx) => {
      const position = await lockPosition(store, tx, name);
      if (position !== undefined && (await subscriber.wants?.(tx)) === false) {
        await movePosition(tx, name, await latest(tx));
        return { more: false, aside: [] };
      }
      const entries = position === undefined ? [] : await entriesOf(tx).where('seq', '>', position).limit(size).execute();
      const last = entries.at(-1);
      if (last === undefined) return { more: false, aside: [] };
      const waiting = await tx.selectFrom('history_set_aside').select('lead_id').where('subscriber', '=', name).execute();
      const skipped = new Set(waiting.map(({ lead_id: id }) => id));
      const taken = entries.filter(({ lead_id: id }) => !skipped.has(id));
      const failed = apart ? await takeApart(tx, subscriber, taken) : [];
      if (!apart && taken.length > 0) {
        const began = performance.now();
        await subscriber.take(tx, taken);
        sizes.set(name, nextSize(size, taken.length, performance.now() - began));
      }
      await movePosition(tx, name, last.seq);
      return { more: entries.length === size, aside: failed };
    });
    for (const about of aside)
      log.error({ ...about, subscriber: name }, 'a lead cannot be read: it is set aside, and tried again in an hour');
    return more;
  } catch (error) {
    if (apart || isStoreDown(error)) throw error;
    return advance(options, subscriber, true);
  }
}

/** As many entries as take SHORT at the pace of the last ones, at most twice as many as before. @param took milliseconds for `taken` entries */
function nextSize(size: number, taken: number, took: number): number {
  const fitting = Math.floor((taken * SHORT) / Math.max(took, 0.01));
  return Math.min(BATCH, 2 * size, Math.max(FIRST / 2, fitting));
}

/** Takes in each lead by itself, and sets aside those for which that fails. */
async function takeApart(
  tx: Tx,
  { name, take }: Subscriber,
  entries: readonly HistoryEntry[],
): Promise<{ lead: string; reason: string }[]> {
  const aside: { lead: string; reason: string }[] = [];
  for (const [lead, some] of Map.groupBy(entries, ({ lead_id: id }) => id)) {
    await sql`savepoint lead`.execute(tx);
    try {
      await take(tx, some);
    } catch (error) {
      if (isStoreDown(error)) throw error;
      await sql`rollback to savepoint lead`.execute(tx);
      const { seq, at } = elementAt(some, 0);
      await tx.insertInto('history_set_aside').values({ subscriber: name, lead_id: lead, seq, at }).execute();
      aside.push({ lead, reason: reasonOf(error) });
    }
    await sql`release savepoint lead`.execute(tx);
  }
  return aside;
}

/** An error's message; not that of a JSON parser, which quotes the stored text. */
export function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'what is stored of it is no JSON';
  return error instanceof Error ? error.message : String(error);
}

/** Makes pending again what a build before 3.3 set aside. */
async function takeUpOldBuilds(db: Tx): Promise<void> {
  await db
    .updateTable('lead_events')
    .set({ pending: 1 })
    .where(sql<boolean>`pending = 2`)
    .execute();
}

/** Takes in what was set aside, up to the subscriber's position, where that works by now. */
async function tryAgain(store: Store, { name, take }: Subscriber): Promise<void> {
  for (const { lead_id: lead } of await asideOf(store.db, name).execute()) {
    const again = store.begin(async (tx) => {
      const position = await lockPosition(store, tx, name, true);
      const row = await asideOf(tx, name).where('lead_id', '=', lead).executeTakeFirst();
      if (position === undefined || row === undefined) return;
      await take(tx, await entriesOf(tx).where('lead_id', '=', lead).where('seq', '>=', row.seq).where('seq', '<=', position).execute());
      await tx.deleteFrom('history_set_aside').where('subscriber', '=', name).where('lead_id', '=', lead).execute();
    });
    await again.catch((error: unknown) => {
      if (isStoreDown(error)) throw error;
    });
  }
}

function asideOf(db: Tx, name: string) {
  return db.selectFrom('history_set_aside').select(['lead_id', 'seq']).where('subscriber', '=', name);
}

function entriesOf(tx: Tx) {
  return tx
    .selectFrom('lead_events')
    .select(['id', 'lead_id', 'at', 'kind', 'detail'])
    .select((eb) => eb.ref('seq').$notNull().as('seq'))
    .orderBy('seq');
}

async function movePosition(tx: Tx, name: string, seq: number): Promise<void> {
  await tx.updateTable('history_positions').set({ seq }).where('subscriber', '=', name).execute();
}

/** Locks a subscriber's position until the transaction ends. @returns undefined when another server has locked it, unless `waits` */
async function lockPosition({ dialect }: Store, tx: Tx, name: string, waits = false): Promise<number | undefined> {
  let row = tx.selectFrom('history_positions').select('seq').where('subscriber', '=', name);
  if (dialect === 'postgres') row = waits ? row.forUpdate() : row.forUpdate().skipLocked();
  return (await row.executeTakeFirst())?.seq;
}

/** Takes the mark `pending` off entries that all subscribers have taken in: by this mark, servers of older builds know what to take in. */
async function clearPending({ db, begin }: Store, names: readonly string[]): Promise<void> {
  const { seq } = await db
    .selectFrom('history_positions')
    .select((eb) => eb.fn.min('seq').as('seq'))
    .where('subscriber', 'in', names)
    .executeTakeFirstOrThrow();
  const pending = sql<boolean>`pending = 1`;
  const [some] = await db.selectFrom('lead_events').select('id').where(pending).where('seq', '<=', seq).limit(1).execute();
  if (some === undefined) return;
  await begin((tx) => tx.updateTable('lead_events').set({ pending: null }).where(pending).where('seq', '<=', seq).execute());
}
