import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { present } from '../../../contract/checked.ts';
import type { Log } from '../../kernel/log.ts';
import { isStoreDown } from '../../store/errors.ts';
import type { Store, Tx } from '../../store/store.ts';
import { countLeadDays } from './lead-counts.ts';
import { indexLeads, lockIndex, tryLockIndex } from './lead-index.ts';

export type LeadIndexer = {
  /** @returns a function that stops it, and resolves when its current work is done */
  start: () => () => Promise<void>;
  /** Indexes what has changed. */
  takeIn: () => Promise<void>;
  /** Indexes and counts leads that are missing: those from before the index existed, or of a restored or moved store. */
  complete: (signal?: AbortSignal) => Promise<void>;
};

export type LeadIndexerOptions = {
  store: Store;
  log: Log;
  zone: string;
  /** Called with the leads whose history has new entries, in the transaction that indexes them; the new entries are still pending. */
  onEvents?: (tx: Tx, leadIds: readonly string[]) => Promise<void>;
};

const INTERVAL = 500;
/** Leads or events that one transaction takes in: on SQLite it blocks the whole server, for some milliseconds. */
const BATCH = 32;
/** Leads that are checked at once for whether they are indexed. */
const WINDOW = 1000;

/**
 * Keeps the desk's index up to date in the background, so that no form waits for it. Each change of a lead adds an event to its history, and events are
 * pending until they are indexed, so none is missed, whichever process wrote it. Of several servers one at a time does it.
 * @param zone IANA zone of the days that leads are counted by
 */
export function createLeadIndexer({ store, log, zone, onEvents }: LeadIndexerOptions): LeadIndexer {
  const indexed: Indexed = { store, log, zone, onEvents };
  const takeIn = async (): Promise<void> => {
    while (await takeInSome(indexed));
  };
  const complete = (signal?: AbortSignal) => completeIndex(indexed, signal);
  return {
    takeIn,
    complete,
    start: () => {
      const stopping = new AbortController();
      const { signal } = stopping;
      const ended = Promise.all([
        repeat(async () => takeIn(), { store, log, signal }),
        repeat(async () => tryAgain(indexed, signal), { store, log, signal }),
        repeat(async () => complete(signal).then(() => 'done'), { store, log, signal }),
      ]);
      return async () => {
        stopping.abort();
        await ended;
      };
    },
  };
}

type Indexed = Omit<LeadIndexerOptions, 'onEvents'> & Pick<Partial<LeadIndexerOptions>, 'onEvents'>;

type Repeating = { store: Store; log: Log; signal: AbortSignal };

async function repeat(work: () => Promise<unknown>, { store, log, signal }: Repeating): Promise<void> {
  let told: string | undefined;
  while (!signal.aborted) {
    try {
      if (store.isMigrated() && (await work()) === 'done') return;
      told = undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // A store that is down is logged elsewhere.
      if (!isStoreDown(error) && reason !== told) log.error({ reason }, 'the index of the desk cannot be kept up to date');
      told = reason;
    }
    await wait(INTERVAL, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** @returns whether there may be more */
async function takeInSome(indexed: Indexed): Promise<boolean> {
  const { store } = indexed;
  let leads: string[] = [];
  try {
    return await store.begin(async (tx) => {
      if (!(await tryLockIndex(store.dialect, tx))) return false;
      const events = await tx
        .selectFrom('lead_events')
        .select(['id', 'lead_id'])
        .where(sql<boolean>`pending = 1`)
        .limit(BATCH)
        .execute();
      leads = [...new Set(events.map(({ lead_id: id }) => id))];
      await takeInEvents(indexed, tx, events);
      return events.length === BATCH;
    });
  } catch (error) {
    if (leads.length === 0 || isStoreDown(error)) throw error;
    // One of them cannot be read: each is taken in alone, so that the others do not wait.
    for (const id of leads) await takeInAlone(indexed, id);
    return true;
  }
}

type Entry = { id: string; lead_id: string };

async function takeInEvents({ store: { dialect }, zone, onEvents }: Indexed, tx: Tx, events: readonly Entry[]): Promise<void> {
  if (events.length === 0) return;
  const leads = [...new Set(events.map(({ lead_id: id }) => id))];
  await indexLeads(tx, dialect, { ids: leads, told: true });
  await countLeadDays(tx, zone, leads);
  await onEvents?.(tx, leads);
  const ids = events.map(({ id }) => id);
  await tx.updateTable('lead_events').set({ pending: null }).where('id', 'in', ids).execute();
}

/** Indexes one lead. A lead that cannot be read is set aside, and named in the log and by the alerts (set-aside-causes.ts). */
async function takeInAlone(indexed: Indexed, id: string): Promise<void> {
  const { store, log } = indexed;
  const waiting = (db: Tx) =>
    db
      .selectFrom('lead_events')
      .where('lead_id', '=', id)
      .where(sql<boolean>`pending = 1`);
  try {
    await store.begin(async (tx) => {
      await lockIndex(store.dialect, tx);
      await takeInEvents(indexed, tx, await waiting(tx).select(['id', 'lead_id']).limit(BATCH).execute());
    });
  } catch (error) {
    if (isStoreDown(error)) throw error;
    const rows = await waiting(store.db).select('id').execute();
    const ids = rows.map((row) => row.id);
    if (ids.length > 0) await store.db.updateTable('lead_events').set({ pending: 2 }).where('id', 'in', ids).execute();
    log.error({ lead: id, reason: reasonOf(error) }, 'a lead cannot be read: it is set aside, and tried again in an hour');
  }
}

/** Tries leads that were set aside again: at each start, such as after an upgrade, and every hour. */
async function tryAgain({ store }: Indexed, signal: AbortSignal): Promise<void> {
  await store.db
    .updateTable('lead_events')
    .set({ pending: 1 })
    .where(sql<boolean>`pending = 2`)
    .execute();
  await wait(AGAIN, undefined, { signal, ref: false }).catch(() => undefined);
}

const AGAIN = 3_600_000;

/** Without a parser's message, which quotes the stored text. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'what is stored of it is no JSON';
  return error instanceof Error ? error.message : String(error);
}

/** Newest first, since these are asked for most. */
async function completeIndex(indexed: Indexed, signal: AbortSignal | undefined): Promise<void> {
  const { store } = indexed;
  const goesOn = () => signal?.aborted !== true;
  for (let below: string | undefined; goesOn();) {
    const { missing, last } = await missingBelow(store.db, below);
    for (let at = 0; at < missing.length && goesOn();) {
      const ids = missing.slice(at, at + BATCH);
      const ours = await addMissing(indexed, ids);
      if (ours) at += BATCH;
      await wait(ours ? PAUSE : INTERVAL, undefined, { ref: false });
    }
    if (last === undefined) return;
    below = last;
    await wait(PAUSE, undefined, { ref: false });
  }
}

/** Milliseconds between two steps, so that other work goes first. */
const PAUSE = 2;

/** @returns false while another server writes the index */
async function addMissing(indexed: Indexed, ids: readonly string[]): Promise<boolean> {
  try {
    return await indexed.store.begin((tx) => addLeads(indexed, tx, ids));
  } catch (error) {
    if (isStoreDown(error)) throw error;
    if (ids.length > 1) {
      for (const id of ids) while (!(await addMissing(indexed, [id]))) await wait(INTERVAL, undefined, { ref: false });
    } else indexed.log.error({ lead: ids[0], reason: reasonOf(error) }, 'a lead cannot be read: it is in no list until the next start');
    return true;
  }
}

async function addLeads({ store: { dialect }, zone }: Indexed, tx: Tx, ids: readonly string[]): Promise<boolean> {
  if (!(await tryLockIndex(dialect, tx))) return false;
  const there = await tx.selectFrom('lead_index').select('lead_id').where('lead_id', 'in', ids).execute();
  const known = new Set(there.map(({ lead_id: id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) await indexLeads(tx, dialect, { ids: missing, told: false });
  // Counting leads that are counted already changes nothing.
  await countLeadDays(tx, zone, ids);
  return true;
}

async function missingBelow(db: Tx, below: string | undefined): Promise<{ missing: string[]; last: string | undefined }> {
  const before = below === undefined ? sql`` : sql`where id < ${below}`;
  // Earlier builds did not count by owner: their leads count as missing.
  const { rows } = await sql<{ id: string; missing: 0 | 1 }>`
    select l.id, case when i.lead_id is null or c.lead_id is null or (i.owner is not null and c.facts like '{%"from":{"all"%'
      and c.facts not like '%"owner":%') then 1 else 0 end as missing
    from (select id from leads ${before} order by id desc limit ${WINDOW}) l
    left join lead_index i on i.lead_id = l.id left join lead_counted c on c.lead_id = l.id order by l.id desc`.execute(db);
  const missing = rows.flatMap(({ id, missing: isMissing }) => (isMissing === 1 ? [id] : []));
  return { missing, last: rows.length < WINDOW ? undefined : present(rows.at(-1)).id };
}
