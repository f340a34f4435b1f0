import { sql } from 'kysely';
import type { OverviewGroup } from '../../../contract/desk/source-words.ts';
import { WITHIN } from '../../../contract/page-view.ts';
import type { Tx } from '../../store/store.ts';
import type { Period } from './overview-period.ts';

/** How often pages were seen, and forms opened on them; null: it is not known for this group. */
export type Views = { seen: number | null; opened: number | null };

type Counted = Readonly<{ all: Views; by: ReadonlyMap<string, Views> | undefined }>;

/** What a group of page views is made of. `arrivals`: without pages that a link of this site led to, whose source is not known. */
type Grouping = { column: 'page' | 'source' | 'campaign' | 'referrer'; arrivals: boolean; opened: boolean };

const groupings: Readonly<Partial<Record<OverviewGroup, Grouping>>> = {
  page: { column: 'page', arrivals: false, opened: true },
  // On which page a form was opened says nothing of where the visit began.
  entry: { column: 'page', arrivals: true, opened: false },
  source: { column: 'source', arrivals: true, opened: true },
  campaign: { column: 'campaign', arrivals: true, opened: true },
  referrer: { column: 'referrer', arrivals: true, opened: true },
};

/** Page views of a period, in all and by the group, where they are counted by it. */
export async function readViews(db: Tx, by: OverviewGroup, { from, to }: Period): Promise<Counted> {
  const sums = { seen: sql<number | null>`sum(seen)`.as('seen'), opened: sql<number | null>`sum(opened)`.as('opened') };
  const within = db.selectFrom('page_views').where('day', '>=', from).where('day', '<=', to);
  const all = await within.select([sums.seen, sums.opened]).executeTakeFirstOrThrow();
  const grouping = groupings[by];
  if (grouping === undefined) return { all: known(all), by: undefined };
  const { column, arrivals, opened } = grouping;
  const counted = arrivals
    ? within.where((eb) => eb.or([eb('referrer', '!=', WITHIN), eb('source', '!=', ''), eb('campaign', '!=', '')]))
    : within;
  const rows = await counted
    .select([`${column} as value`, sums.seen, sums.opened])
    .groupBy(column)
    .execute();
  return { all: known(all), by: new Map(rows.map((row) => [row.value, opened ? known(row) : { ...known(row), opened: null }])) };
}

function known({ seen, opened }: Views): Views {
  return { seen: seen ?? 0, opened: opened ?? 0 };
}

/** The first day on which page views were counted; null: there is none. */
export async function seenSince(db: Tx): Promise<string | null> {
  const first = await db.selectFrom('page_views').select('day').orderBy('day').limit(1).executeTakeFirst();
  return first?.day ?? null;
}
