import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { present } from '../../../contract/checked.ts';
import type { Log } from '../../kernel/log.ts';
import { reasonOf, type Subscriber } from '../../leads/history/history-subscribers.ts';
import { isStoreDown } from '../../store/errors.ts';
import type { Store, Tx } from '../../store/store.ts';
import { countLeadDays } from './lead-counts.ts';
import { indexLeads, lockIndex, tryLockIndex } from './lead-index.ts';

/** @param zone IANA zone of the days that leads are counted by */
type Indexed = { store: Store; log: Log; zone: string };

export type LeadIndexer = Subscriber & {
  /** Indexes and counts leads that are missing: those from before the index existed, or of a restored or moved store. */
  complete: (signal?: AbortSignal) => Promise<void>;
};

/** Keeps the desk's index up to date. */
export function leadIndexer(indexed: Indexed): LeadIndexer {
  const { store, zone } = indexed;
  return {
    name: 'lead index',
    take: async (tx, entries) => {
      const ids = [...new Set(entries.map(({ lead_id: id }) => id))];
      await lockIndex(store.dialect, tx);
      await indexLeads(tx, store.dialect, { ids, told: true });
      await countLeadDays(tx, zone, ids);
    },
    complete: (signal) => completeIndex(indexed, signal),
  };
}

/** Leads that one transaction adds. */
const BATCH = 32;
/** Leads that are checked at once for whether they are indexed. */
const WINDOW = 1000;
/** Milliseconds until it is tried again while another server writes the index. */
const INTERVAL = 500;

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
  // Those that an earlier build indexed or counted are indexed anew: it knew neither their words nor how they came.
  await indexLeads(tx, dialect, { ids, told: false });
  // Counting leads that are counted already changes nothing.
  await countLeadDays(tx, zone, ids);
  return true;
}

async function missingBelow(db: Tx, below: string | undefined): Promise<{ missing: string[]; last: string | undefined }> {
  const before = below === undefined ? sql`` : sql`where id < ${below}`;
  // Earlier builds did not count by owner or by how leads came, and indexed no words: their leads count as missing.
  const { rows } = await sql<{ id: string; missing: 0 | 1 }>`
    select l.id, case when i.words is null or c.lead_id is null or (i.owner is not null and c.facts like '{%"from":{"all"%'
      and c.facts not like '%"owner":%') or (c.facts like '{%"from":{"all"%' and c.facts not like '%"entry":%') then 1 else 0 end as missing
    from (select id from leads ${before} order by id desc limit ${WINDOW}) l
    left join lead_index i on i.lead_id = l.id left join lead_counted c on c.lead_id = l.id order by l.id desc`.execute(db);
  const missing = rows.flatMap(({ id, missing: isMissing }) => (isMissing === 1 ? [id] : []));
  return { missing, last: rows.length < WINDOW ? undefined : present(rows.at(-1)).id };
}
