import { readAttribution } from '../../../contract/api.ts';
import type { PageOrigin } from '../../../contract/page-view.ts';
import { WITHIN } from '../../../contract/page-view.ts';
import type { Log } from '../../kernel/log.ts';
import { logOnce } from '../../kernel/repeat.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { PageViewsRow } from '../../store/tables/work-tables.ts';
import { hostOf, pathOf } from '../../leads/lead-columns.ts';

export type PageViewCounter = {
  /** Adds one in memory. @param day YYYY-MM-DD in the company's zone */
  count: (day: string, how: 'seen' | 'opened', origin: PageOrigin) => void;
  /** Writes what was counted. Where the store fails, it is kept for the next time. */
  flush: () => Promise<void>;
};

/** Most rows of a day in the store, and of a process between two writings: a view that would add a row is counted by its page alone. */
export const MOST_ROWS = 1000;

/** Stands for pages that are not declared, and for sources, campaigns and referrers beyond MOST_ROWS. */
export const OTHERS = '(others)';

/** Milliseconds between a count and its writing. A server that is killed loses these. */
const EVERY = 5000;

/**
 * Sums page views in memory and writes them together, so that none costs a commit.
 * @param isPage whether a page is counted by its name
 */
export function countPageViews(store: Store, { isPage, log }: { isPage: (page: string) => boolean; log: Log }): PageViewCounter {
  let counted = new Map<string, PageViewsRow>();
  const known = new Map<string, Set<string>>();
  const report = logOnce(log, 'page views cannot be stored: they are kept in memory');
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();

  function add(row: PageViewsRow): void {
    const named = counted.has(keyOf(row)) || counted.size < MOST_ROWS ? row : { ...row, ...unnamed };
    const before = counted.get(keyOf(named));
    counted.set(keyOf(named), before === undefined ? named : summed(before, named));
    timer ??= setTimeout(() => void flush(), EVERY).unref();
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...counted.values()];
    counted = new Map();
    if (rows.length === 0) return;
    try {
      await store.begin(async (tx) => addPageViews(tx, await admitted(tx, rows, known)));
      report(undefined);
    } catch (error) {
      report(error);
      for (const row of rows) add(row);
    }
  }

  // One after another: a stop waits for what is being written.
  const flush = () => (underWay = underWay.then(write));
  return { count: (day, how, origin) => add(rowOf(day, how, origin, isPage)), flush };
}

/** @param rows no two of the same key */
export async function addPageViews(tx: Tx, rows: readonly PageViewsRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('page_views')
    // In one order, so that two servers do not wait for each other's rows.
    .values(rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['day', 'page', 'source', 'campaign', 'referrer', 'sample']).doUpdateSet((eb) => ({
        seen: eb('page_views.seen', '+', eb.ref('excluded.seen')),
        opened: eb('page_views.opened', '+', eb.ref('excluded.opened')),
      })),
    )
    .execute();
}

/** Sums rows of the same key. */
export function sumPageViews(rows: readonly PageViewsRow[]): PageViewsRow[] {
  return [...Map.groupBy(rows, keyOf).values()].map((same) => same.reduce(summed));
}

/** The rows to write: those that would exceed MOST_ROWS of their day keep only the page. @param known keys of the stored rows of the latest days */
async function admitted(tx: Tx, rows: readonly PageViewsRow[], known: Map<string, Set<string>>): Promise<PageViewsRow[]> {
  for (const day of new Set(rows.map((row) => row.day))) {
    if (known.has(day)) continue;
    const there = await tx.selectFrom('page_views').selectAll().where('day', '=', day).limit(MOST_ROWS).execute();
    known.set(day, new Set(there.map(keyOf)));
  }
  // Keeps the latest two days: views of an earlier day come only if they had to wait for the store.
  for (const day of [...known.keys()].toSorted().slice(0, -2)) known.delete(day);
  return sumPageViews(
    rows.map((row) => {
      const keys = known.get(row.day);
      if (keys === undefined || keys.has(keyOf(row))) return row;
      if (keys.size >= MOST_ROWS) return { ...row, ...unnamed };
      keys.add(keyOf(row));
      return row;
    }),
  );
}

const unnamed = { source: OTHERS, campaign: OTHERS, referrer: OTHERS } as const;

function rowOf(
  day: string,
  how: 'seen' | 'opened',
  { page, source, campaign, from }: PageOrigin,
  isPage: (page: string) => boolean,
): PageViewsRow {
  // Read by the same rules as a lead's source and campaign: shortened, and without people's addresses.
  const { utm } = readAttribution({ utm: { source, campaign } });
  return {
    day,
    page: isPage(page) ? pathOf(page) : OTHERS,
    source: utm?.source ?? '',
    campaign: utm?.campaign ?? '',
    referrer: from === undefined || from === WITHIN ? (from ?? '') : hostOf(`https://${from}`),
    sample: 0,
    seen: how === 'seen' ? 1 : 0,
    opened: how === 'opened' ? 1 : 0,
  };
}

function keyOf({ day, page, source, campaign, referrer, sample }: PageViewsRow): string {
  return JSON.stringify([day, page, source, campaign, referrer, sample]);
}

function summed(one: PageViewsRow, other: PageViewsRow): PageViewsRow {
  return { ...one, seen: one.seen + other.seen, opened: one.opened + other.opened };
}
