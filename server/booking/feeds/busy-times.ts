import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Tx } from '../../store/store.ts';
import type { Interval } from '../free-slots.ts';
import { elementAt, present } from '../../../contract/checked.ts';

/** Milliseconds after which the stored busy times of a calendar are too old to use. */
const STALE = 24 * 3_600_000;

const stored = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.number(), v.number()])));

/** Busy times of these calendars as last read; undefined while one of them is unknown or too old: then no slot may be offered. */
export async function busyTimes(db: Tx, calendars: readonly string[], now: number): Promise<Interval[] | undefined> {
  if (calendars.length === 0) return [];
  const rows = await db.selectFrom('calendar_feeds').select(['id', 'read_at', 'busy']).where('id', 'in', calendars.map(feedId)).execute();
  const known = rows.filter(({ read_at: at }) => at !== null && at > now - STALE);
  if (known.length < new Set(calendars).size) return undefined;
  const times = known.map(({ busy }) => v.safeParse(stored, busy));
  if (!times.every((read) => read.success)) return undefined;
  return times.flatMap(({ output }) => output.map(([from, until]) => ({ from, until })));
}

/** Identifies a calendar by a hash: its address is a secret. */
export function feedId(address: string): string {
  return createHash('sha256').update(address).digest('base64url').slice(0, 22);
}

/** A calendar that cannot be read, reported by the alerts. `since`: milliseconds since the epoch. */
type CalendarCause = { kind: 'calendar failing'; subject: string; reason: string; count: number; since: number };

/** Milliseconds of failing after which staff are alerted. */
const LONG = 3_600_000;

export async function findCalendarCauses(db: Tx, calendars: readonly string[], now: number): Promise<CalendarCause[]> {
  if (calendars.length === 0) return [];
  const rows = await db
    .selectFrom('calendar_feeds')
    .select(['id', 'error', 'failing_since'])
    .where('id', 'in', calendars.map(feedId))
    .where('failing_since', '<', now - LONG)
    .execute();
  return rows.map(({ id, error, failing_since: since }) => {
    const at = calendars.findIndex((address) => feedId(address) === id);
    // Named by its host and its number in the setting: the rest of the address is secret.
    const subject = `${new URL(elementAt(calendars, at)).host} (calendar ${at + 1})`;
    return { kind: 'calendar failing', subject, reason: error ?? '', count: 1, since: present(since) };
  });
}
