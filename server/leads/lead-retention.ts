import { sql, type RawBuilder } from 'kysely';
import type { RetentionSetting } from '../../contract/retention-periods.ts';
import type { Settings } from '../settings/settings.ts';
import type { Tx } from '../store/store.ts';
import { meetingEvents } from '../../contract/desk/standing-meeting.ts';
import { meetingDetail } from './meeting-events.ts';

const DAY = 24 * 3_600_000;

/** Which leads a retention period applies to, and the column from which it counts. */
export type LeadRetention = { of: RawBuilder<unknown>; since: 'created_at' | 'verified_at' };

/** The retention periods of leads; both the removal and the removal date that staff see use them. */
export const leadRetention = {
  KEEP_UNVERIFIED_DAYS: row(sql`kind in ('contact', 'report') and status = 'unverified' and suspected_spam = 0`, 'created_at'),
  KEEP_VERIFIED_DAYS: row(sql`status = 'verified'`, 'verified_at'),
  KEEP_MESSAGES_DAYS: row(sql`kind = 'message' and status = 'unverified' and suspected_spam = 0`, 'created_at'),
  KEEP_APPLICATIONS_DAYS: row(sql`kind = 'application' and status = 'unverified' and suspected_spam = 0`, 'created_at'),
  KEEP_SPAM_DAYS: row(sql`suspected_spam = 1`, 'created_at'),
} as const satisfies Partial<Record<RetentionSetting, LeadRetention>>;

/**
 * Whether a row of `leads` is to be removed: its period and the sender's consent to a longer one are over, and no meeting is ahead or began within the last
 * day. Times in milliseconds since the epoch.
 */
export function isOver({ of, since }: LeadRetention, { before, now }: { before: number; now: number }): RawBuilder<unknown> {
  const agreed = sql`select 1 from retention_consents r where r.lead_id = leads.id and r.pool_until > ${now}`;
  return sql`${of} and ${sql.ref(since)} < ${before} and not exists (${agreed}) and not exists (${meetings(now - DAY)})`;
}

/** Meetings of a lead that begin after a time, in any calendar: 'booked' and 'moved' entries that no later entry of the same booking replaces. */
function meetings(after: number): RawBuilder<unknown> {
  const { booked, moved, cancelled } = meetingEvents;
  return sql`select 1 from lead_events e where e.lead_id = leads.id and e.kind in (${booked}, ${moved})
    and ${startOf('e')} > ${new Date(after).toISOString()} and not exists (
      select 1 from lead_events f where f.lead_id = e.lead_id and f.id > e.id and f.kind in (${moved}, ${cancelled})
      and ${bookingOf('f')} = ${bookingOf('e')})`;
}

/** Both dialects read these by their position in the JSON text, which `meetingDetail` fixes, since their JSON functions differ. */
const START = JSON.stringify(meetingDetail({ startsAt: 0, booking: '' }));
const startOf = (entry: string) => sql`substr(${sql.ref(`${entry}.detail`)}, ${START.indexOf('1970') + 1}, 24)`;
const bookingOf = (entry: string) => sql`substr(${sql.ref(`${entry}.detail`)}, ${START.indexOf('""') + 2}, 22)`;

/** When a lead is removed by retention, in milliseconds since the epoch; null: never. */
export async function removalOf(db: Tx, settings: Settings, id: string): Promise<number | null> {
  const ends = Object.entries(leadRetention).flatMap(([setting, { of, since }]) => {
    const days = settings[setting as keyof typeof leadRetention];
    return days === 0 ? [] : [sql`case when ${of} then ${sql.ref(since)} + ${sql.lit(days * DAY)} end as ${sql.ref(setting)}`];
  });
  const agreed = sql`(select pool_until from retention_consents r where r.lead_id = leads.id) as agreed`;
  const { rows } = await sql<Record<string, number | null>>`
    select ${sql.join([...ends, agreed])} from leads where id = ${id}`.execute(db);
  const { agreed: until = null, ...periods } = rows[0] ?? {};
  const over = Object.values(periods).filter((end) => end !== null);
  return over.length === 0 ? null : Math.max(Math.min(...over), until ?? 0);
}

function row(of: RawBuilder<unknown>, since: LeadRetention['since']): LeadRetention {
  return { of, since };
}
