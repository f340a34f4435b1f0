import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls/desk/call.ts';
import type { readOverviewCall } from '../../../contract/calls/desk/overview-calls.ts';
import { sourceWords, type OverviewGroup } from '../../../contract/desk/source-words.ts';
import type { LeadDayRow, LeadDimension } from '../../store/tables/work-tables.ts';
import type { Tx } from '../../store/store.ts';
import { answerTimeOf, sumDays, type AnswerTime } from './answer-time.ts';
import { openedSince, readOpened } from './opened-forms.ts';
import { daysOf, overviewPeriods, type AskedPeriod, type OverviewPeriods, type Period } from './overview-period.ts';
import { readViews, seenSince, type Views } from './read-views.ts';

export type LeadOverview = CallResult<typeof readOverviewCall>;
type Group = LeadOverview['groups'][number];

/** Groups that have a column in the table of days. */
const NAMED = 6;

/** Groups that are listed; those beyond are counted together. */
const LISTED = 500;

/** Bars that show when a group's leads came. */
const BARS = 30;

type Asked = AskedPeriod & { by: OverviewGroup; only?: string | undefined; zone: string; at: number };

/** Reads the counts of days alone, so it is as quick for a million leads as for none. @param only the group that days and funnel are about; default: all leads */
export async function readOverview(db: Tx, { by, only, zone, at, ...asked }: Asked): Promise<LeadOverview> {
  const periods = overviewPeriods(asked, zone, at);
  const { now, before, today } = periods;
  const all = await readDays(db, { dimension: 'all', value: '' }, periods);
  const shown = only === undefined ? all : await readDays(db, { dimension: by, value: only }, periods);
  const viewed = { now: await viewsOf(db, by, now), before: await viewsOf(db, by, before) };
  const groups = await readGroups(db, by, { ...periods, viewed });
  const funnel = sumsOf(shown, now);
  const byDay = new Map(shown.map((row) => [row.day, row]));
  const named = only === undefined ? groups.slice(0, NAMED) : [];
  const counted = await readCounts(db, { by, now, values: groups.map(({ value }) => value) });
  const [firstOpened, firstSeen] = [await openedSince(db), await seenSince(db)];
  const steps = (period: 'now' | 'before') =>
    only === undefined ? viewed[period].all : (viewed[period].by.get(only) ?? noViews(viewed[period].known));
  return {
    zone,
    now,
    before,
    underWay: now.to >= today,
    by,
    only: only === undefined ? null : { value: only, label: sourceWords(by, only) },
    days: daysOf(now).map((day) => ({
      day,
      received: byDay.get(day)?.received ?? 0,
      spam: byDay.get(day)?.spam ?? 0,
      groups: named.map(({ value }) => counted.get(value)?.get(day) ?? 0),
    })),
    daysBefore: daysOf(before).map((day) => byDay.get(day)?.received ?? 0),
    groups: groups.map((group) => ({ ...group, trend: trendOf(daysOf(now), counted.get(group.value)) })),
    rest: restOf(sumsOf(all, now), groups),
    funnel,
    seen: { now: steps('now').seen, before: steps('before').seen, since: firstSeen },
    opened: {
      now: steps('now').opened,
      before: steps('before').opened,
      since: only === undefined || isByButton(by) ? firstOpened : firstSeen,
    },
    // Answer times are counted for all leads together only.
    answerTime: only === undefined ? { now: await readAnswerTime(db, now), before: await readAnswerTime(db, before) } : null,
    waiting: Math.max(0, funnel.now.verified - funnel.now.answered),
    since: await firstDay(db),
  };
}

/** Whether openings of forms are counted by form or caller for this group, rather than with the page views. */
function isByButton(by: OverviewGroup): boolean {
  return by === 'form' || by === 'caller';
}

const columns = ['received', 'spam', 'linked', 'verified', 'answered', 'met', 'won'] as const;

type Counts = Pick<LeadDayRow, (typeof columns)[number]>;

function readDays(
  db: Tx,
  { dimension, value }: { dimension: LeadDimension; value: string },
  { now, before }: OverviewPeriods,
): Promise<LeadDayRow[]> {
  return db
    .selectFrom('lead_days')
    .selectAll()
    .where('dimension', '=', dimension)
    .where('value', '=', value)
    .where('day', '>=', before.from)
    .where('day', '<=', now.to)
    .execute();
}

type Viewed = { all: Views; by: ReadonlyMap<string, Views>; known: { [Name in keyof Views]: boolean } };

/** Views and openings in a period: grouped by form or caller from `form_opens`, by page, source, campaign or referrer from `page_views`. */
async function viewsOf(db: Tx, by: OverviewGroup, period: Period): Promise<Viewed> {
  const views = await readViews(db, by, period);
  const opened = await readOpened(db, by, period);
  const byButton = opened.by && new Map([...opened.by].map(([value, count]) => [value, { seen: null, opened: count }] as const));
  return {
    all: { seen: views.all.seen, opened: opened.all },
    by: byButton ?? views.by ?? new Map(),
    known: { seen: views.by !== undefined, opened: opened.by !== undefined || (views.by !== undefined && by !== 'entry') },
  };
}

function noViews({ seen, opened }: Viewed['known']): Views {
  return { seen: seen ? 0 : null, opened: opened ? 0 : null };
}

/** The groups that had leads or page views in the period, those with most leads first. */
async function readGroups(
  db: Tx,
  by: OverviewGroup,
  { now, before, viewed }: OverviewPeriods & { viewed: { now: Viewed; before: Viewed } },
): Promise<Omit<Group, 'trend'>[]> {
  const within = ({ from, to }: Period) =>
    db.selectFrom('lead_days').where('dimension', '=', by).where('day', '>=', from).where('day', '<=', to);
  const sums = (rows: ReturnType<typeof within>) =>
    rows.select(['value', ...columns.map((column) => sql<number>`sum(${sql.ref(column)})`.as(column))]).groupBy('value');
  const most = await sums(within(now))
    .orderBy(sql`sum(received)`, 'desc')
    .orderBy('value')
    .limit(LISTED)
    .execute();
  const received = new Map(most.filter((row) => row.received > 0).map((row) => [row.value, sumOf([row])]));
  const views = viewed.now.by;
  const values = [...new Set([...received.keys(), ...views.keys()])]
    .toSorted(
      (one, other) =>
        (received.get(other)?.received ?? 0) - (received.get(one)?.received ?? 0) ||
        (views.get(other)?.seen ?? 0) - (views.get(one)?.seen ?? 0) ||
        (one < other ? -1 : 1),
    )
    .slice(0, LISTED);
  if (values.length === 0) return [];
  const earlier = await sums(within(before).where('value', 'in', values)).execute();
  return values.map((value) => ({
    value,
    label: sourceWords(by, value),
    now: received.get(value) ?? sumOf([]),
    before: sumOf(earlier.filter((row) => row.value === value)),
    ...(views.get(value) ?? noViews(viewed.now.known)),
  }));
}

/** Leads by group and day. */
async function readCounts(
  db: Tx,
  { by, now: { from, to }, values }: { by: OverviewGroup; now: Period; values: readonly string[] },
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  if (values.length === 0) return new Map();
  const rows = await db
    .selectFrom('lead_days')
    .select(['day', 'value', 'received'])
    .where('dimension', '=', by)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('value', 'in', values)
    .execute();
  const byValue = Map.groupBy(rows, ({ value }) => value);
  return new Map([...byValue].map(([value, own]) => [value, new Map(own.map(({ day, received }) => [day, received]))]));
}

/** A group's leads over the period in BARS parts, or in days where these are fewer. */
function trendOf(days: readonly string[], counts: ReadonlyMap<string, number> | undefined): number[] {
  const bars = Array.from({ length: Math.min(BARS, days.length) }, () => 0);
  if (counts === undefined) return bars;
  for (const [at, day] of days.entries()) {
    const bar = Math.floor((at * bars.length) / days.length);
    bars[bar] = (bars[bar] ?? 0) + (counts.get(day) ?? 0);
  }
  return bars;
}

/** Spam is not counted by group, so the rest has none. Null: there is no rest. */
function restOf(all: LeadOverview['funnel'], groups: readonly Omit<Group, 'trend'>[]): LeadOverview['rest'] {
  const less = (whole: Counts, named: Counts): Counts =>
    countsOf((column) => (column === 'spam' ? 0 : Math.max(0, whole[column] - named[column])));
  const now = less(all.now, sumOf(groups.map((group) => group.now)));
  const before = less(all.before, sumOf(groups.map((group) => group.before)));
  return now.received + before.received > 0 ? { value: '', label: 'Others', now, before, seen: null, opened: null, trend: [] } : null;
}

async function readAnswerTime(db: Tx, period: Period): Promise<AnswerTime> {
  const rows = await sumDays(db, 'answer time', period).execute();
  return answerTimeOf(rows.map(({ value, received }) => [Number(value), received] as const));
}

async function firstDay(db: Tx): Promise<string | null> {
  const row = await db.selectFrom('lead_days').select('day').where('dimension', '=', 'all').orderBy('day').limit(1).executeTakeFirst();
  return row?.day ?? null;
}

function sumsOf(rows: readonly LeadDayRow[], now: Period): LeadOverview['funnel'] {
  return { now: sumOf(rows.filter(({ day }) => day >= now.from)), before: sumOf(rows.filter(({ day }) => day < now.from)) };
}

function sumOf(rows: readonly Counts[]): Counts {
  return countsOf((column) => rows.reduce((sum, row) => sum + row[column], 0));
}

function countsOf(count: (column: (typeof columns)[number]) => number): Counts {
  return Object.fromEntries(columns.map((column) => [column, count(column)])) as Counts;
}
