import { elementAt, present } from '../../../contract/checked.ts';
import type { Tx } from '../../store/store.ts';
import { feedId } from './busy-times.ts';

/** A calendar that cannot be read, reported by the alerts. `since`: milliseconds since the epoch. */
export type CalendarCause = { kind: 'calendar failing'; subject: string; reason: string; count: number; since: number };

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
