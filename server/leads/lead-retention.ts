import { sql, type RawBuilder } from 'kysely';
import type { RetentionSetting } from '../../contract/retention-periods.ts';
import type { Settings } from '../settings/settings.ts';
import type { Tx } from '../store/store.ts';
import { meetingEvents } from '../../contract/desk/standing-meeting.ts';
import { meetingDetail } from './meeting-events.ts';

const DAY = 24 * 3_600_000;

/** Which requests a period is for, and since when it counts. */
export type LeadRetention = { of: RawBuilder<unknown>; since: 'created_at' | 'verified_at' };

/** The periods of requests: removal goes by these, and the date that staff are shown. */
export const leadRetention = {
  KEEP_UNVERIFIED_DAYS: row(sql`kind in ('contact', 'report') and status = 'unverified' and suspected_spam = 0`, 'created_at'),
  KEEP_VERIFIED_DAYS: row(sql`status = 'verified'`, 'verified_at'),
  KEEP_MESSAGES_DAYS: row(sql`kind = 'message' and status = 'unverified' and suspected_spam = 0`, 'created_at'),
  KEEP_APPLICATIONS_DAYS: row(sql`kind = 'application' and status = 'unverified' and suspected_spam = 0`, 'created_at'),
  KEEP_SPAM_DAYS: row(sql`suspected_spam = 1`, 'created_at'),
} as const satisfies Partial<Record<RetentionSetting, LeadRetention>>;

/**
 * Whether a row of `leads` is to be removed: its period is over, so is what its sender agreed to, and no meeting is to come or was within the last
 * day. Times in milliseconds since the epoch.
 */
export function isOver({ of, since }: LeadRetention, { before, now }: { before: number; now: number }): RawBuilder<unknown> {
  const agreed = sql`select 1 from retention_consents r where r.lead_id = leads.id and r.pool_until > ${now}`;
  return sql`${of} and ${sql.ref(since)} < ${before} and not exists (${agreed}) and not exists (${meetings(now - DAY)})`;
}

/** Those of a lead that begin after a time, in whichever calendar they stand: entries of its history that nothing of the same meeting follows. */
function meetings(after: number): RawBuilder<unknown> {
  const { booked, moved, cancelled } = meetingEvents;
  return sql`select 1 from lead_events e where e.lead_id = leads.id and e.kind in (${booked}, ${moved})
    and ${startOf('e')} > ${new Date(after).toISOString()} and not exists (
      select 1 from lead_events f where f.lead_id = e.lead_id and f.id > e.id and f.kind in (${moved}, ${cancelled})
      and ${bookingOf('f')} = ${bookingOf('e')})`;
}

/** Both stores read them by their places, which `meetingDetail` gives them: neither knows the other's words for JSON. */
const START = JSON.stringify(meetingDetail({ startsAt: 0, booking: '' }));
const startOf = (entry: string) => sql`substr(${sql.ref(`${entry}.detail`)}, ${START.indexOf('1970') + 1}, 24)`;
const bookingOf = (entry: string) => sql`substr(${sql.ref(`${entry}.detail`)}, ${START.indexOf('""') + 2}, 22)`;

/** When a request is removed by itself; null: never. */
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
