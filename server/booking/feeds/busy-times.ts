import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Tx } from '../../store/store.ts';
import type { Interval } from '../free-slots.ts';

/** Milliseconds after which the stored busy times of a calendar are too old to use. */
export const STALE = 24 * 3_600_000;

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
