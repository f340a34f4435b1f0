import { sql, type RawBuilder } from 'kysely';
import { ANNOUNCED_DAYS, retention, retentionWords, type RetentionSetting } from '../../contract/retention-periods.ts';
import type { EventKind } from '../../contract/desk/event-names.ts';
import type { Removal } from '../../contract/desk/removal.ts';
import type { Settings } from '../settings/settings.ts';
import type { Tx } from '../store/store.ts';
import { meetingEvents } from '../../contract/desk/standing-meeting.ts';
import { meetingDetail } from './meeting-events.ts';

const DAY = 24 * 3_600_000;

/**
 * Which leads a retention period applies to, and the times from the latest of which it counts, each in milliseconds since the epoch. `announced`: staff
 * are told of the removal before.
 */
export type LeadRetention = { of: RawBuilder<unknown>; since: readonly RawBuilder<unknown>[]; announced?: true };

const ANNOUNCED: EventKind = 'removal announced';

const worked = sql`kind in ('contact', 'report') and suspected_spam = 0 and exists (select 1 from lead_work w where w.lead_id = leads.id
  and (w.state in ('contacted', 'meeting') or (w.state = 'new' and w.owner is not null)))`;
const decided = sql`exists (select 1 from lead_work w where w.lead_id = leads.id and w.stage in ('rejected', 'talent-pool'))`;
const application = sql`kind = 'application' and status = 'unverified' and suspected_spam = 0`;

const latest = (kinds: RawBuilder<unknown>) => sql`(select max(e.at) from lead_events e where e.lead_id = leads.id and e.kind ${kinds})`;
const decision = sql`coalesce(${latest(sql`in ('state changed', 'stage changed', ${sql.lit(meetingEvents.cancelled)})`)}, 0)`;
const activity = sql`coalesce(${latest(sql`<> ${sql.lit(ANNOUNCED)}`)}, created_at)`;
const announcement = latest(sql`= ${sql.lit(ANNOUNCED)}`);
const created = sql`created_at`;

/** The retention periods of leads; the removal, its announcement and the removal date that staff see use them. */
export const leadRetention = {
  KEEP_UNVERIFIED_DAYS: row(
    sql`kind in ('contact', 'report') and status = 'unverified' and suspected_spam = 0 and not (${worked})`,
    created,
    decision,
  ),
  KEEP_VERIFIED_DAYS: row(sql`status = 'verified' and not (${worked})`, sql`verified_at`, decision),
  // Both statuses are named, and `created`, which is never later than `activity`, so that the index by status and time is used.
  KEEP_WORKED_REQUESTS_DAYS: { ...row(sql`status in ('verified', 'unverified') and ${worked}`, created, activity), announced: true },
  KEEP_MESSAGES_DAYS: row(sql`kind = 'message' and status = 'unverified' and suspected_spam = 0`, created),
  KEEP_APPLICATIONS_DAYS: row(sql`${application} and ${decided}`, created, decision),
  KEEP_OPEN_APPLICATIONS_DAYS: { ...row(sql`${application} and not ${decided}`, created, activity), announced: true },
  KEEP_SPAM_DAYS: row(sql`suspected_spam = 1`, created),
} as const satisfies Partial<Record<RetentionSetting, LeadRetention>>;

export type LeadRetentionSetting = keyof typeof leadRetention;

/**
 * Whether a row of `leads` is to be removed: its period and the sender's consent to a longer one are over, no meeting is ahead or began within the last
 * day, and where staff are to be told before, they were told more than ANNOUNCED_DAYS days ago. Times in milliseconds since the epoch.
 */
export function isOver(rule: LeadRetention, { before, now }: { before: number; now: number }): RawBuilder<unknown> {
  const due = isDue(rule, { before, now });
  return rule.announced === true ? sql`${due} and ${announcement} >= ${activity} and ${announcement} < ${now - ANNOUNCED_DAYS * DAY}` : due;
}

/** Whether staff are to be told that a row of `leads` will be removed: from ANNOUNCED_DAYS days before the end of its period. */
export function isUnannounced(rule: LeadRetention, { before, now }: { before: number; now: number }): RawBuilder<unknown> {
  const due = isDue(rule, { before: before + ANNOUNCED_DAYS * DAY, now });
  return sql`${due} and coalesce(${announcement}, 0) < ${activity}`;
}

function isDue({ of, since }: LeadRetention, { before, now }: { before: number; now: number }): RawBuilder<unknown> {
  const agreed = sql`select 1 from retention_consents r where r.lead_id = leads.id and r.pool_until > ${now}`;
  const past = sql.join(
    since.map((time) => sql`${time} < ${before}`),
    sql` and `,
  );
  return sql`${of} and ${past} and not exists (${agreed}) and not exists (${meetings(now - DAY)})`;
}

/** Meetings of a lead that begin after a time, in any calendar: 'booked' and 'moved' entries that no later entry of the same booking replaces. */
function meetings(after: number): RawBuilder<unknown> {
  const { booked, moved, cancelled } = meetingEvents;
  return sql`select ${startOf('e')} as starts from lead_events e where e.lead_id = leads.id and e.kind in (${booked}, ${moved})
    and ${startOf('e')} > ${new Date(after).toISOString()} and not exists (
      select 1 from lead_events f where f.lead_id = e.lead_id and f.id > e.id and f.kind in (${moved}, ${cancelled})
      and ${bookingOf('f')} = ${bookingOf('e')})`;
}

/** Both dialects read these by their position in the JSON text, which `meetingDetail` fixes, since their JSON functions differ. */
const START = JSON.stringify(meetingDetail({ startsAt: 0, booking: '' }));
const startOf = (entry: string) => sql`substr(${sql.ref(`${entry}.detail`)}, ${START.indexOf('1970') + 1}, 24)`;
const bookingOf = (entry: string) => sql`substr(${sql.ref(`${entry}.detail`)}, ${START.indexOf('""') + 2}, 22)`;

type Ends = Readonly<Record<string, number | string | null>>;

/** When a lead is removed by retention, and why then. */
export async function removalOf(db: Tx, { settings, now }: { settings: Settings; now: number }, id: string): Promise<Removal> {
  const rules = Object.entries<LeadRetention>(leadRetention) as [LeadRetentionSetting, LeadRetention][];
  const since = rules.flatMap(([setting, rule]) =>
    rule.since.map((time, index) => sql`case when ${rule.of} then ${time} end as ${sql.ref(`${setting} ${index}`)}`),
  );
  const agreed = sql`(select pool_until from retention_consents r where r.lead_id = leads.id and r.pool_until > ${now}) as agreed`;
  const meeting = sql`(select max(m.starts) from (${meetings(now - DAY)}) m) as meeting`;
  const { rows } = await sql<Ends>`
    select ${sql.join([...since, agreed, meeting])}, ${announcement} as announced from leads where id = ${id}`.execute(db);
  const read = rows[0] ?? {};
  const ends = rules.flatMap(([setting, rule]) => {
    const times = rule.since.map((_, index) => read[`${setting} ${index}`]).filter((time) => typeof time === 'number');
    const days = settings[setting];
    if (times.length === 0 || days === 0) return [];
    const from = Math.max(...times);
    const at = Math.max(from + days * DAY, announcedEnd(rule, { from, announced: read['announced'], now }));
    return [{ rule: setting, why: whyKept(setting, days), announced: rule.announced === true ? ANNOUNCED_DAYS : 0, at }];
  });
  const first = ends.toSorted((one, other) => one.at - other.at)[0];
  if (first === undefined) return { at: null, rule: '', why: '', announced: 0, stays: null };
  const { agreed: until = null, meeting: starts = null } = read;
  if (typeof until === 'number' && until > first.at) return { ...first, at: until, stays: 'agreed' };
  const after = typeof starts === 'string' ? Date.parse(starts) + DAY : 0;
  return after > first.at ? { ...first, at: after, stays: 'meeting' } : { ...first, stays: null };
}

function whyKept(setting: LeadRetentionSetting, days: number): string {
  const { what } = retention[setting];
  return `${what.charAt(0).toLowerCase()}${what.slice(1)} are kept until ${retentionWords(setting, days)}`;
}

type Announced = { from: number; announced: number | string | null | undefined; now: number };

/** The earliest time of a removal that has to be announced: ANNOUNCED_DAYS days after the announcement. 0 for other rules. */
function announcedEnd(rule: LeadRetention, { from, announced, now }: Announced): number {
  if (rule.announced !== true) return 0;
  const told = typeof announced === 'number' && announced >= from ? announced : Math.max(now, from);
  return told + ANNOUNCED_DAYS * DAY;
}

function row(of: RawBuilder<unknown>, ...since: readonly RawBuilder<unknown>[]): LeadRetention {
  return { of, since };
}
