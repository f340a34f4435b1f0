import { elementAt } from '../../contract/checked.ts';
import type { CallResult } from '../../contract/calls/desk/call.ts';
import type { readTodayCall } from '../../contract/calls/desk/today-calls.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import { meetingEvents, standingMeeting } from '../../contract/desk/standing-meeting.ts';
import type { Settings } from '../settings/settings.ts';
import { jsonObject } from '../store/json-column.ts';
import type { Store } from '../store/store.ts';
import { selectDue } from './due.ts';
import { dayInZone } from './index/day-in-zone.ts';
import { findLeadPage } from './index/lead-list.ts';
import type { LeadListFilter } from './index/list-filter.ts';
import { readDeskLeads } from './lead-page.ts';

type Today = Omit<CallResult<typeof readTodayCall>, 'turn' | 'mailed'>;
type Rows = Today['due'];

/** Most rows of a list. */
const MOST = 20;
const HALF_DAYS = 36 * 3_600_000;

type Reading = Pick<Store, 'db' | 'aside' | 'dialect'>;

type Asked = {
  account: string;
  sections: readonly LeadSection[];
  settings: Pick<Settings, 'TIME_ZONE' | 'CALENDAR_WEBHOOK_SECRET'>;
  now: number;
};

/** What waits for an account today: its own, and what is nobody's yet. */
export async function readToday(store: Reading, { account, sections, settings, now }: Asked): Promise<Today> {
  const { db } = store;
  const { TIME_ZONE: zone, CALENDAR_WEBHOOK_SECRET: secret } = settings;
  const day = dayInZone(now, zone);
  const dueIds = await selectDue(db, { account, sections, day })
    .select('lead_work.lead_id')
    .orderBy('lead_work.come_back')
    .orderBy('lead_work.lead_id')
    .limit(MOST + 1)
    .execute();
  const found = async (filter: Partial<LeadListFilter>, of: readonly LeadSection[]) => {
    const pages = of.map(async (section) => findLeadPage(store, { filter: { ...filter, section }, sort: 'oldest', limit: MOST }));
    const all = await Promise.all(pages);
    const rows = await rowsOf(
      store,
      all.flatMap((page) => page.rows.map((row) => row.lead_id)),
    );
    return { ...rows, more: rows.more || all.some(({ next }) => next !== undefined) };
  };
  const worked = sections.filter((section) => section !== 'application');
  const applications = sections.filter((section) => section === 'application');
  const both = async (filter: Partial<LeadListFilter>) =>
    joined([await found({ ...filter, state: 'new' }, worked), await found({ ...filter, stage: 'new' }, applications)]);
  return {
    day,
    due: await rowsOf(
      store,
      dueIds.map((row) => row.lead_id),
    ),
    ...(sections.includes('lead')
      ? await meetingsOf(store, { account, zone, day, now, isReported: secret !== undefined })
      : { meetings: none, unmarked: none }),
    fresh: await both({ owner: null }),
    waiting: await both({ owner: account }),
  };
}

const none: Rows = { rows: [], more: false };

function joined(parts: readonly Rows[]): Rows {
  return { rows: parts.flatMap(({ rows }) => rows), more: parts.some(({ more }) => more) };
}

/** @param at when each begins, if it is a meeting */
async function rowsOf({ db }: Pick<Store, 'db'>, ids: readonly string[], at?: ReadonlyMap<string, number>): Promise<Rows> {
  const leads = await readDeskLeads(db, ids.slice(0, MOST));
  const rows = leads.map(({ id, section, name, email, request, owner, createdAt, comeBack, comeBackWhy: why, version }) => {
    return { id, section, name: name || email, request, owner, at: at?.get(id) ?? createdAt, comeBack, why, version };
  });
  return { rows, more: ids.length > MOST };
}

/** `isReported`: a calendar reports the meetings that are chosen in it. */
type OfDay = { account: string; zone: string; day: string; now: number; isReported: boolean };
type Meeting = { lead_id: string; starts_at: number; held: string | null };

/** Milliseconds for which a meeting that nobody marked is asked about. */
const ASKED_FOR = 30 * 24 * 3_600_000;

/** Today's meetings that are still to come, and those whose time has come and of which nobody said whether they were held. */
async function meetingsOf(store: Reading, of: OfDay): Promise<Pick<Today, 'meetings' | 'unmarked'>> {
  const { zone, day, now, isReported } = of;
  const all = [...(await bookedHere(store, of)), ...(isReported ? await bookedOutside(store, of) : [])];
  const meetings = all
    .filter(({ starts_at: at }) => at > now - ASKED_FOR && at < now + HALF_DAYS)
    .toSorted((one, other) => one.starts_at - other.starts_at);
  const rows = (some: readonly Meeting[]) =>
    rowsOf(
      store,
      some.map(({ lead_id: id }) => id),
      new Map(some.map(({ lead_id: id, starts_at: at }) => [id, at])),
    );
  return {
    meetings: await rows(meetings.filter(({ starts_at: at }) => at > now && dayInZone(at, zone) === day)),
    unmarked: await rows(meetings.filter(({ starts_at: at, held }) => at <= now && held === null)),
  };
}

async function bookedHere({ db }: Reading, { account, now }: OfDay): Promise<Meeting[]> {
  return db
    .selectFrom('bookings')
    .innerJoin('leads', 'leads.id', 'bookings.lead_id')
    .leftJoin('lead_work', 'lead_work.lead_id', 'bookings.lead_id')
    .select(['bookings.lead_id', 'bookings.starts_at', 'lead_work.held'])
    .where('bookings.state', '=', 'booked')
    .where('bookings.starts_at', '>', now - ASKED_FOR)
    .where('bookings.starts_at', '<', now + HALF_DAYS)
    .where('leads.suspected_spam', '=', 0)
    .where((work) => work.or([work('lead_work.owner', '=', account), work('lead_work.owner', 'is', null)]))
    .execute();
}

/**
 * Leads in the state `meeting` that are examined, the latest changed first. The time of a meeting that a calendar reported is only in the history, so
 * it has to be read for each of them.
 */
const EXAMINED = 200;

async function bookedOutside(store: Reading, { account }: OfDay): Promise<Meeting[]> {
  const at = (owner: string | null) =>
    findLeadPage(store, { filter: { section: 'lead', state: 'meeting', owner }, sort: 'changed', limit: EXAMINED });
  const ids = (await Promise.all([at(account), at(null)])).flatMap(({ rows }) => rows.map((row) => row.lead_id));
  if (ids.length === 0) return [];
  const entries = await store.db
    .selectFrom('lead_events')
    .innerJoin('lead_work', 'lead_work.lead_id', 'lead_events.lead_id')
    .select(['lead_events.lead_id', 'lead_events.at', 'lead_events.kind', 'lead_events.detail', 'lead_work.held'])
    .where('lead_events.lead_id', 'in', ids)
    .where('lead_events.kind', 'in', Object.values(meetingEvents))
    .orderBy('lead_events.at')
    .orderBy('lead_events.id')
    .execute();
  return [...Map.groupBy(entries, (entry) => entry.lead_id)].flatMap(([id, own]) => {
    const meeting = standingMeeting(own.map(({ at: since, kind, detail }) => ({ at: since, kind, detail: jsonObject(detail) })));
    return meeting === undefined || meeting.isOurs ? [] : [{ lead_id: id, starts_at: meeting.at, held: elementAt(own, 0).held }];
  });
}
