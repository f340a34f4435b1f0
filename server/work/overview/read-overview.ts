import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls/desk/call.ts';
import type { readOverviewCall } from '../../../contract/calls/desk/overview-calls.ts';
import type { LeadDayRow, LeadDimension } from '../../store/tables/work-tables.ts';
import type { Tx } from '../../store/store.ts';
import { answerTimeOf, sumDays, type AnswerTime } from './answer-time.ts';
import { readOpened, type OpenedForms } from './opened-forms.ts';
import { daysOf, overviewPeriods, type AskedPeriod, type OverviewPeriods, type Period } from './overview-period.ts';
import { sourceWords, type OverviewGroup } from '../../../contract/desk/source-words.ts';

export type LeadOverview = CallResult<typeof readOverviewCall>;

/** Groups that are shown by name: as many as a chart can tell apart. */
const NAMED = 6;

/** Reads the counts of days alone, so it is as quick for a million leads as for none. */
export async function readOverview(
  db: Tx,
  { by, zone, at, ...asked }: AskedPeriod & { by: OverviewGroup; zone: string; at: number },
): Promise<LeadOverview> {
  const periods = overviewPeriods(asked, zone, at);
  const { now, before, today } = periods;
  const all = await readDays(db, 'all', { from: before.from, to: now.to });
  const funnel = { now: sumOf(all.filter(({ day }) => day >= now.from)), before: sumOf(all.filter(({ day }) => day < now.from)) };
  const { by: openedBy, ...opened } = await readOpened(db, by, periods);
  const groups = await readGroups(db, by, { ...periods, openedBy });
  const byDay = new Map(all.map((row) => [row.day, row]));
  const named = await readNamed(
    db,
    by,
    now,
    groups.map(({ value }) => value),
  );
  const rest = restOf(funnel, groups);
  return {
    zone,
    now,
    before,
    underWay: now.to >= today,
    by,
    days: daysOf(now).map((day) => ({
      day,
      received: byDay.get(day)?.received ?? 0,
      spam: byDay.get(day)?.spam ?? 0,
      groups: groups.map(({ value }) => named.get(`${day} ${value}`) ?? 0),
    })),
    daysBefore: daysOf(before).map((day) => byDay.get(day)?.received ?? 0),
    groups,
    rest: rest.now.received + rest.before.received > 0 ? rest : null,
    funnel,
    opened,
    answerTime: { now: await readAnswerTime(db, now), before: await readAnswerTime(db, before) },
    waiting: Math.max(0, funnel.now.verified - funnel.now.answered),
    since: await firstDay(db),
  };
}

const columns = ['received', 'spam', 'linked', 'verified', 'answered', 'met', 'won'] as const;

type Counts = Pick<LeadDayRow, (typeof columns)[number]>;

function readDays(db: Tx, dimension: LeadDimension, { from, to }: Period): Promise<LeadDayRow[]> {
  return db
    .selectFrom('lead_days')
    .selectAll()
    .where('dimension', '=', dimension)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
}

type Grouped = OverviewPeriods & { openedBy: OpenedForms['by'] | undefined };

async function readGroups(db: Tx, by: OverviewGroup, { now, before, openedBy }: Grouped): Promise<LeadOverview['groups']> {
  const within = ({ from, to }: Period) =>
    db.selectFrom('lead_days').where('dimension', '=', by).where('day', '>=', from).where('day', '<=', to);
  const sums = (rows: ReturnType<typeof within>) =>
    rows.select(['value', ...columns.map((column) => sql<number>`sum(${sql.ref(column)})`.as(column))]).groupBy('value');
  const most = await sums(within(now))
    .orderBy(sql`sum(received)`, 'desc')
    .orderBy('value')
    .limit(NAMED)
    .execute();
  const values = most.filter(({ received }) => received > 0).map(({ value }) => value);
  if (values.length === 0) return [];
  const earlier = await sums(within(before).where('value', 'in', values)).execute();
  return most.slice(0, values.length).map((row) => ({
    value: row.value,
    label: sourceWords(by, row.value),
    now: sumOf([row]),
    before: sumOf(earlier.filter(({ value }) => value === row.value)),
    opened: openedBy === undefined ? null : (openedBy.get(row.value) ?? 0),
  }));
}

async function readNamed(db: Tx, by: OverviewGroup, { from, to }: Period, values: readonly string[]): Promise<Map<string, number>> {
  if (values.length === 0) return new Map();
  const rows = await db
    .selectFrom('lead_days')
    .select(['day', 'value', 'received'])
    .where('dimension', '=', by)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('value', 'in', values)
    .execute();
  return new Map(rows.map(({ day, value, received }) => [`${day} ${value}`, received]));
}

/** Spam is not counted by group, so the rest has none. */
function restOf(all: LeadOverview['funnel'], groups: LeadOverview['groups']): LeadOverview['groups'][number] {
  const less = (whole: Counts, named: Counts): Counts =>
    countsOf((column) => (column === 'spam' ? 0 : Math.max(0, whole[column] - named[column])));
  return {
    value: '',
    label: 'Others',
    now: less(all.now, sumOf(groups.map(({ now }) => now))),
    before: less(all.before, sumOf(groups.map(({ before }) => before))),
    opened: null,
  };
}

async function readAnswerTime(db: Tx, period: Period): Promise<AnswerTime> {
  const rows = await sumDays(db, 'answer time', period).execute();
  return answerTimeOf(rows.map(({ value, received }) => [Number(value), received] as const));
}

async function firstDay(db: Tx): Promise<string | null> {
  const row = await db.selectFrom('lead_days').select('day').where('dimension', '=', 'all').orderBy('day').limit(1).executeTakeFirst();
  return row?.day ?? null;
}

function sumOf(rows: readonly Counts[]): Counts {
  return countsOf((column) => rows.reduce((sum, row) => sum + row[column], 0));
}

function countsOf(count: (column: (typeof columns)[number]) => number): Counts {
  return Object.fromEntries(columns.map((column) => [column, count(column)])) as Counts;
}
