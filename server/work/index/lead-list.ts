import { sql, type RawBuilder } from 'kysely';
import { elementAt, present } from '../../../contract/checked.ts';
import type { LeadIndexRow } from '../../store/tables/work-tables.ts';
import type { Store, Tx } from '../../store/store.ts';
import { conditionsOf, type LeadListFilter, type ListConditions } from './list-filter.ts';
import { matchText, matchWords, wantedNumbers, wordNumbers } from '../../leads/index-terms.ts';
import { isLong } from './search-text.ts';
import { createOrder, readCursor, type LeadSort, type Order, type Place } from './list-order.ts';

export type LeadListQuery = {
  filter: LeadListFilter;
  sort: LeadSort;
  /** `next` of an earlier page. */
  cursor?: string | undefined;
  limit: number;
};

export type LeadListPage = {
  rows: LeadIndexRow[];
  /** Cursor of the next page, also where the search stopped before this page was full; undefined at the end of the list. */
  next: string | undefined;
};

type Reading = Pick<Store, 'aside' | 'dialect'>;

/** How many rows each way of searching may examine. */
export const listBounds = {
  /** In the list's own order, before the index is asked for all matches. */
  near: 2000,
  /** `near` on PostgreSQL where rows lie apart on disk: what is too rare to fill a page from these rows matches few enough to be sorted. */
  nearApart: 5000,
  /** Before PostgreSQL sorts all matches: it has no cheaper way to find more than a few thousand. */
  midway: 12_000,
  /** Where too many rows match to be sorted. */
  far: 30_000,
  /** Matches from SQLite's index that are sorted, in an order other than by place. */
  sorted: 20_000,
};

/** Reads a page of the desk's list with a bounded amount of work, whatever is asked for and however many leads there are. */
export async function findLeadPage(
  store: Reading,
  { filter, sort, cursor, limit }: LeadListQuery,
  bounds = listBounds,
): Promise<LeadListPage> {
  const from = readCursor(cursor, sort);
  const order = createOrder(sort);
  const asked = { order, conditions: conditionsOf(store.dialect, filter), from, limit: limit + 1, bounds };
  const found = await find(store, asked);
  const more = found.rows.length > limit;
  const rows = found.rows.slice(0, limit);
  const end = more ? order.placeOf(present(rows.at(-1))) : found.stoppedAt;
  return { rows, next: end && order.cursor(end) };
}

type Asked = { order: Order; conditions: ListConditions; from: Place | undefined; limit: number; bounds: typeof listBounds };
type Found = { rows: LeadIndexRow[]; stoppedAt: Place | undefined };

/** SQLite's indexes return matches in the order of places, and no more than the limit. */
async function ofIndex(db: Tx, { order, conditions, from, limit }: Asked): Promise<Found> {
  const after = from ? sql`and s.rowid ${order.beyond} ${from.pos}` : sql``;
  const found = new Map<number, LeadIndexRow>();
  for (const { table, match } of sqliteSearches(conditions)) {
    const { rows } = await sql<LeadIndexRow>`select i.* from ${sql.table(table)} s cross join lead_index i on i.pos = s.rowid
      where ${sql.ref(`s.${table}`)} match ${match} and ${within(sql`s.rowid`, conditions)} ${after} and ${conditions.fits}
      order by s.rowid ${order.direction} limit ${limit}`.execute(db);
    for (const row of rows) found.set(row.pos, row);
  }
  const rows = [...found.values()].sort((one, other) => (order.isDescending ? other.pos - one.pos : one.pos - other.pos));
  return { rows: rows.slice(0, limit), stoppedAt: undefined };
}

/** Where SQLite looks: for parts of what a sender is remembered by, and for beginnings of words. */
function sqliteSearches(conditions: ListConditions): { table: 'lead_search' | 'lead_words'; match: string; isExact: boolean }[] {
  const { facets, needles, words, isByFacets } = conditions;
  const long = words.filter(isLong);
  // A word of three letters is one term, so the index alone can answer. The terms of a longer word may stand apart, so its rows are checked.
  const text = {
    table: 'lead_search',
    match: matchText(conditions),
    isExact: isByFacets && needles.every((needle) => Array.from(needle).length === 3),
  } as const;
  if (long.length === 0) return [text];
  return [text, { table: 'lead_words', match: matchWords({ facets, words: long }), isExact: isByFacets && long.length === words.length }];
}

/** The places of all that SQLite finds, each once, up to a limit from each index. */
function sqlitePlaces(conditions: ListConditions, limit: number): RawBuilder<unknown> {
  const places = sqliteSearches(conditions).map(({ table, match, isExact }) => {
    const checked = isExact ? sql`` : sql`cross join lead_index i on i.pos = s.rowid`;
    return sql`select rowid from (select s.rowid from ${sql.table(table)} s ${checked}
      where ${sql.ref(`s.${table}`)} match ${match} and ${within(sql`s.rowid`, conditions)} ${isExact ? sql`` : sql`and ${conditions.fits}`} limit ${limit})`;
  });
  return sql.join(places, sql` union `);
}

async function find(store: Reading, asked: Asked): Promise<Found> {
  const { near: most, nearApart, midway: further, far } = asked.bounds;
  const near = await inOrder(store.aside, asked, store.dialect === 'sqlite' || asked.order.byPlace ? most : nearApart);
  if (near.stoppedAt === undefined) return near;
  if (store.dialect === 'sqlite') return asked.order.byPlace ? ofIndex(store.aside, asked) : sortedBySqlite(store.aside, asked);
  // Each of these conditions matches a large part of all leads.
  if (!asked.conditions.isSelective) return inOrder(store.aside, asked, far);
  // In an order other than by place, rows lie apart on disk: reading more of them costs more than sorting all matches.
  if (!asked.order.byPlace) return sortedByPostgres(store.aside, asked);
  if (asked.conditions.ordered !== undefined) {
    const among = await inOrder(store.aside, asked, nearApart, asked.conditions.ordered);
    return among.stoppedAt === undefined ? among : sortedByPostgres(store.aside, asked);
  }
  const midway = await inOrder(store.aside, asked, further);
  return midway.stoppedAt === undefined ? midway : sortedByPostgres(store.aside, asked);
}

/**
 * Matches among the first `most` rows in the list's order. `stoppedAt`: the last of these rows, unless the page is full or the list ends. `among`: a
 * condition that limits which rows are examined.
 */
async function inOrder(db: Tx, { order, conditions, from, limit }: Asked, most: number, among = sql`1 = 1`): Promise<Found> {
  // In the order of places, the dates limit which rows are examined; in other orders they are one more condition.
  const [inner, outer] = order.byPlace ? [within(sql`i.pos`, conditions), sql`1 = 1`] : [sql`1 = 1`, within(sql`i.pos`, conditions)];
  const after = from ? order.after(from) : sql`1 = 1`;
  const ordered = (columns: RawBuilder<unknown>) =>
    sql`select ${columns} from lead_index i where ${after} and ${inner} and ${among} order by ${order.by}`;
  const { rows } = await sql<LeadIndexRow>`select * from (${ordered(sql`i.*`)} limit ${most}) i
    where ${outer} and ${conditions.fits} order by ${order.by} limit ${limit}`.execute(db);
  if (rows.length === limit) return { rows, stoppedAt: undefined };
  // Reads columns of the index alone.
  const edge = await sql<Parameters<Order['placeOf']>[0]>`${ordered(order.columns)} limit 1 offset ${most - 1}`.execute(db);
  return { rows, stoppedAt: edge.rows[0] && order.placeOf(edge.rows[0]) };
}

async function sortedBySqlite(db: Tx, asked: Asked): Promise<Found> {
  const { order, conditions, from, limit, bounds } = asked;
  const found = sql`select rowid from (${sqlitePlaces(conditions, bounds.sorted)}) limit ${bounds.sorted}`;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from (${found})`.execute(db);
  if (elementAt(counted, 0).n === bounds.sorted) return inOrder(db, asked, bounds.far);
  const { rows } = await sql<LeadIndexRow>`select i.* from (${found}) s cross join lead_index i on i.pos = s.rowid
    where ${from ? order.after(from) : sql`1 = 1`} and ${conditions.fits} order by ${order.by} limit ${limit}`.execute(db);
  return { rows, stoppedAt: undefined };
}

async function sortedByPostgres(db: Tx, { order, conditions, from, limit }: Asked): Promise<Found> {
  return planned(db, async (tx) => {
    const { rows } = await sql<LeadIndexRow>`with found as materialized (
        select i.pos, i.name, i.changed_at from lead_index i where ${hasTerms(conditions)} and ${conditions.fits}
        and ${within(sql`i.pos`, conditions)}),
      page as (select * from found i where ${from ? order.after(from) : sql`1 = 1`} order by ${order.by} limit ${limit})
      select i.* from page p join lead_index i on i.pos = p.pos order by ${order.by}`.execute(tx);
    return { rows, stoppedAt: undefined };
  });
}

function within(place: RawBuilder<unknown>, { places: [first, end] }: ListConditions): RawBuilder<unknown> {
  return sql`${place} >= ${first} and ${place} < ${end}`;
}

function hasTerms(conditions: ListConditions): RawBuilder<unknown> {
  const { rare: facets, needles, words } = conditions;
  const inText = sql`i.terms @> ${wantedNumbers({ facets, needles })}::int4[]`;
  const long = words.filter(isLong);
  return long.length === 0 ? inText : sql`(${inText} or i.terms @> ${wordNumbers({ facets, words: long })}::int4[])`;
}

/** Keeps PostgreSQL from reading all rows when it takes a term for a common one, and from compiling (JIT) a query that runs for milliseconds. */
async function planned<T>(db: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off; set local jit = off`.execute(tx);
    return work(tx);
  });
}

/** Up to here leads are counted exactly. */
export const COUNTED = 10_000;

/** How many leads match: exact up to COUNTED; COUNTED + 1 means more. */
export async function countLeads({ aside: db, dialect }: Reading, filter: LeadListFilter): Promise<number> {
  const conditions = conditionsOf(dialect, filter);
  const count = async (tx: Tx, rows: RawBuilder<unknown>) => {
    const counted = await sql<{ n: number }>`select count(*) as n from (${rows} limit ${COUNTED + 1}) c`.execute(tx);
    return elementAt(counted.rows, 0).n;
  };
  if (dialect === 'sqlite') return count(db, sql`select 1 from (${sqlitePlaces(conditions, COUNTED + 1)})`);
  // If most leads match, counting among the newest is enough.
  const near = sql`(select i.* from lead_index i where ${within(sql`i.pos`, conditions)} order by i.pos desc limit ${3 * COUNTED})`;
  const dense = await count(db, sql`select 1 from ${near} i where ${conditions.fits}`);
  if (dense > COUNTED) return dense;
  const fits = sql`${within(sql`i.pos`, conditions)} and ${conditions.fits}`;
  return planned(db, (tx) => count(tx, sql`select 1 from lead_index i where ${hasTerms(conditions)} and ${fits}`));
}
