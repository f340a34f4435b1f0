import { createHash, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { lockNamed } from '../../store/database/named-lock.ts';
import type { ConsentChainRow } from '../../store/tables/lead-tables.ts';
import type { Store, Tx } from '../../store/store.ts';
import { chainedTables, selectChained, type ConsentRecord } from './consent-records.ts';

const LOCK = 'consent chain';
/** Entries that are read at once. */
const PAGE = 500;
/** Entries that one transaction adds: some milliseconds, in which SQLite takes no other write. */
const BATCH = 100;
/** Milliseconds between two such transactions: without a pause another thread that waits to write to SQLite would hardly find it unlocked. */
const PAUSE = 2;

/**
 * Adds an entry for each consent that has none, table by table in the order of ids, also for consents that a server of an older build stored. Works in small
 * transactions, so that forms and pages are served in between.
 * @returns how many entries were added
 */
export async function sealConsents(store: Pick<Store, 'db' | 'begin' | 'dialect'>, at: number): Promise<number> {
  let sealed = 0;
  for (const table of chainedTables) {
    let page: Chained[];
    let last = '';
    do {
      page = await chainedAfter(store.db, table, last);
      const missing = page.flatMap(({ id, seq }) => (seq === null ? [id] : []));
      for (let from = 0; from < missing.length; from += BATCH) {
        sealed += await store.begin((tx) => seal(tx, store.dialect, { ids: missing.slice(from, from + BATCH), at }));
        await wait(PAUSE);
      }
      last = page.at(-1)?.id ?? '';
    } while (page.length === PAGE);
  }
  return sealed;
}

type Chained = { id: string; seq: number | null };

/** A page of one table. Paging through all tables as one would read all of them for each page. */
async function chainedAfter(db: Tx, table: (typeof chainedTables)[number], last: string): Promise<Chained[]> {
  const { rows } = await sql<Chained>`
    select own.id, consent_chain.seq from ${sql.table(table)} as own left join consent_chain on consent_chain.consent_id = own.id
    where own.id > ${last} order by own.id limit ${PAGE}`.execute(db);
  return rows;
}

async function seal(tx: Tx, dialect: Store['dialect'], { ids, at }: { ids: readonly string[]; at: number }): Promise<number> {
  await lockNamed(dialect, tx, LOCK);
  // Another server may have added some of them meanwhile.
  const rows = await unsealedIn(tx).selectAll().where('records.id', 'in', ids).orderBy('records.id').execute();
  await append(
    tx,
    rows.map((row) => {
      const salt = randomBytes(32).toString('hex');
      return { kind: 'consent', consent_id: row.id, salt, refers: null, digest: digestOf(row, salt), at };
    }),
  );
  return rows.length;
}

/**
 * Records that these consents, or those of these leads, are removed, in the transaction that removes them: each entry loses its salt, without which its
 * digest reveals nothing, and the chain gets an entry that says so.
 */
export async function recordRemoval(
  tx: Tx,
  dialect: Store['dialect'],
  { at, ...of }: { at: number } & ({ leadIds: readonly string[] } | { ids: readonly string[] }),
): Promise<void> {
  const [column, values] = 'ids' in of ? (['id', of.ids] as const) : (['lead_id', of.leadIds] as const);
  if (values.length === 0) return;
  await lockNamed(dialect, tx, LOCK);
  const records = selectChained(tx).where(column, 'in', values).select('id');
  const entries = await tx.selectFrom('consent_chain').select('seq').where('consent_id', 'in', records).orderBy('seq').execute();
  const removed = entries.map((entry) => entry.seq);
  for (let from = 0; from < removed.length; from += BATCH) {
    const some = removed.slice(from, from + BATCH);
    await tx.updateTable('consent_chain').set({ consent_id: null, salt: null }).where('seq', 'in', some).execute();
    await append(
      tx,
      some.map((seq) => ({ kind: 'removal', consent_id: null, salt: null, refers: seq, digest: removalDigest(seq), at })),
    );
  }
}

export type ChainState = {
  entries: number;
  /** Entries whose consent was removed by an erasure or by retention, as an entry of the chain says. */
  removed: number;
  /** Consents that have no entry yet. */
  unsealed: number;
  /** The last entry: `<number>:<hash>`. A copy elsewhere proves later that no entries were cut off. */
  head: string | undefined;
  /** The first fault in the chain, in words. */
  fault: string | undefined;
};

/** Verifies the whole chain and every consent in it. @param head an earlier last entry, which the chain must still contain */
export async function verifyChain(db: Tx, head?: { seq: number; hash: string }): Promise<ChainState> {
  const removals = new Set<number>();
  const orphans: number[] = [];
  let last: ConsentChainRow | undefined;
  let fault: string | undefined;
  let entries = 0;
  for (;;) {
    const page = await entriesAfter(db, last?.seq ?? 0);
    for (const { entry, consent } of page) {
      fault ??= faultOf(entry, last, consent);
      if (head?.seq === entry.seq && head.hash !== entry.hash) fault ??= `entry ${entry.seq} is not the one whose hash was noted`;
      if (entry.kind === 'removal') removals.add(entry.refers ?? 0);
      else if (entry.salt === null) orphans.push(entry.seq);
      last = entry;
      entries += 1;
    }
    if (page.length < PAGE) break;
  }
  const unexplained = orphans.find((seq) => !removals.has(seq));
  if (unexplained !== undefined) fault ??= `the consent of entry ${unexplained} is gone, and no entry says that it was removed`;
  if (head !== undefined && (last?.seq ?? 0) < head.seq) fault ??= `the chain ends at entry ${last?.seq ?? 0}, and ${head.seq} was noted`;
  return {
    entries,
    removed: removals.size,
    unsealed: await countUnsealed(db),
    head: last && `${last.seq}:${last.hash}`,
    fault,
  };
}

type Joined = { entry: ConsentChainRow; consent: ConsentRecord | undefined };

function faultOf(entry: ConsentChainRow, before: ConsentChainRow | undefined, consent: ConsentRecord | undefined): string | undefined {
  const { seq, kind, consent_id: id, salt, digest, refers } = entry;
  const expected = (before?.seq ?? 0) + 1;
  if (seq !== expected) return `entry ${expected} is missing`;
  if (entry.hash !== hashOf(before?.hash ?? '', entry)) return `entry ${seq} was changed, or one before it`;
  if (kind === 'removal') return digest === removalDigest(refers ?? 0) ? undefined : `entry ${seq} was changed: what it removed`;
  if (id === null || salt === null) return undefined;
  if (consent === undefined) return `the consent of entry ${seq} is gone, and no entry says that it was removed`;
  return digest === digestOf(consent, salt) ? undefined : `the consent of entry ${seq} was changed (${id})`;
}

async function entriesAfter(db: Tx, seq: number): Promise<Joined[]> {
  const entries = await db.selectFrom('consent_chain').selectAll().where('seq', '>', seq).orderBy('seq').limit(PAGE).execute();
  const ids = entries.flatMap((entry) => entry.consent_id ?? []);
  const consents = ids.length === 0 ? [] : await selectChained(db).selectAll().where('id', 'in', ids).execute();
  const byId = new Map(consents.map((consent) => [consent.id, consent]));
  return entries.map((entry) => ({ entry, consent: byId.get(entry.consent_id ?? '') }));
}

function unsealedIn(db: Tx) {
  return selectChained(db).where((eb) =>
    eb.not(eb.exists(eb.selectFrom('consent_chain').select('seq').whereRef('consent_chain.consent_id', '=', 'records.id'))),
  );
}

async function countUnsealed(db: Tx): Promise<number> {
  const { n } = await unsealedIn(db)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

async function append(tx: Tx, entries: readonly Omit<ConsentChainRow, 'seq' | 'hash'>[]): Promise<void> {
  if (entries.length === 0) return;
  const last = await tx.selectFrom('consent_chain').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  let { seq, hash } = last ?? { seq: 0, hash: '' };
  const rows = entries.map((entry): ConsentChainRow => {
    seq += 1;
    hash = hashOf(hash, { ...entry, seq });
    return { ...entry, seq, hash };
  });
  await tx.insertInto('consent_chain').values(rows).execute();
}

function hashOf(before: string, { seq, kind, digest, at }: Pick<ConsentChainRow, 'seq' | 'kind' | 'digest' | 'at'>): string {
  return createHash('sha256')
    .update(JSON.stringify([before, seq, kind, digest, at]))
    .digest('hex');
}

function digestOf(row: ConsentRecord, salt: string): string {
  const { id, lead_id: lead, action, purpose, text, text_version: version, page, at } = row;
  return createHmac('sha256', Buffer.from(salt, 'hex'))
    .update(JSON.stringify([id, lead, action, purpose, text, version, page, at]))
    .digest('hex');
}

function removalDigest(seq: number): string {
  return createHash('sha256').update(`removal of ${seq}`).digest('hex');
}
