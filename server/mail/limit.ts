import { sql } from 'kysely';
import type { Store, Tx } from '../store/store.ts';

export type MailLimit = { perHour: number; perDay: number };

/** One mail to one mailbox, known by the job that sends it. */
export type Reservation = { jobId: string; key: string; kind: string; at: number };

/** `again` tells that the mail had a place before, at an earlier attempt. */
export type Reserved = { ok: true } | { ok: false; opensAt: number; again: boolean };

const hour = 3_600_000;
const windows = [
  { length: hour, of: (limit: MailLimit) => limit.perHour },
  { length: 24 * hour, of: (limit: MailLimit) => limit.perDay },
];

/**
 * Takes one of the places that a mailbox has in any hour and in any day. The place is the job's:
 * another attempt of it moves its place to the present, and takes no second one.
 */
export async function reserve(store: Store, reservation: Reservation, limit: MailLimit): Promise<Reserved> {
  const { jobId, key, at } = reservation;
  return store.begin(async (tx) => {
    // Two workers must not both take the last place. SQLite's transactions take turns anyhow.
    if (store.dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${key}`}, 0))`.execute(tx);
    const opensAt = await nextOpening(tx, reservation, limit);
    if (opensAt > at) {
      const own = await tx.selectFrom('mail_log').select('at').where('job_id', '=', jobId).executeTakeFirst();
      return { ok: false, opensAt, again: own !== undefined };
    }
    await takePlace(tx, reservation);
    return { ok: true };
  });
}

/** Counts a mail without asking whether there is room for it. */
export async function takePlace(tx: Tx, { jobId, key, kind, at }: Reservation): Promise<void> {
  await tx
    .insertInto('mail_log')
    .values({ job_id: jobId, address_key: key, kind, at })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ at }))
    .execute();
}

/** When every window has a place: now, or when the oldest of those that fill it has left it. */
async function nextOpening(tx: Tx, { jobId, key, at }: Reservation, limit: MailLimit): Promise<number> {
  let opensAt = at;
  for (const { length, of } of windows) {
    const filling = await tx
      .selectFrom('mail_log')
      .select('at')
      .where('address_key', '=', key)
      .where('job_id', '!=', jobId)
      .where('at', '>', at - length)
      .orderBy('at', 'desc')
      .offset(of(limit) - 1)
      .limit(1)
      .executeTakeFirst();
    if (filling) opensAt = Math.max(opensAt, filling.at + length);
  }
  return opensAt;
}
