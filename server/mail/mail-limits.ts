import { sql } from 'kysely';
import type { Store, Tx } from '../store/store.ts';

export type MailLimit = { perHour: number; perDay: number };

export type MailLimits = { mailbox: MailLimit; first?: MailLimit | undefined };

export type Reservation = {
  jobId: string;
  key: string;
  kind: string;
  at: number;
  /** To an address that nobody has verified. These are counted apart: what was promised for a click has places of its own. */
  first: boolean;
  /** Milliseconds that lie between two mails of a kind to one mailbox. */
  gap?: number | undefined;
};

/** Why a mail has no place now. The settings are the ceilings of first mails. */
export type Full = 'mailbox' | 'gap' | 'FIRST_MAILS_PER_HOUR' | 'FIRST_MAILS_PER_DAY';

export type Reserved = { ok: true } | { ok: false; opensAt: number; full: Full };

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Takes one of the places that a mailbox has in any hour and in any day. The place is the job's:
 * another attempt of it moves its place to the present, and takes no second one.
 */
export async function reserve(store: Store, reservation: Reservation, limits: MailLimits): Promise<Reserved> {
  return store.begin(async (tx) => {
    // Two workers must not both take the last place. SQLite's transactions take turns anyhow.
    if (store.dialect === 'postgres') {
      await lock(tx, `mail:${reservation.key}`);
      if (reservation.first) await lock(tx, 'first mails');
    }
    const closed = (await closedMailbox(tx, reservation, limits.mailbox)) ?? (await closedCeiling(tx, reservation, limits.first));
    if (closed !== undefined) return { ok: false, ...closed };
    await takePlace(tx, reservation);
    return { ok: true };
  });
}

export async function takePlace(tx: Tx, { jobId, key, kind, at, first }: Reservation): Promise<void> {
  await tx
    .insertInto('mail_log')
    .values({ job_id: jobId, address_key: key, kind, at, first_mail: first ? 1 : 0 })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ at }))
    .execute();
}

type Closed = { opensAt: number; full: Full } | undefined;

/** Until when a mailbox may get no more: until the oldest mail of those that fill an hour or a day has left it. */
async function closedMailbox(tx: Tx, { jobId, key, kind, at, first, gap = 0 }: Reservation, limit: MailLimit): Promise<Closed> {
  const others = tx
    .selectFrom('mail_log')
    .select('at')
    .where('address_key', '=', key)
    .where('job_id', '!=', jobId)
    .orderBy('at', 'desc')
    .limit(1);
  const counted = others.where('first_mail', '=', first ? 1 : 0);
  const byHour = await counted
    .where('at', '>', at - hour)
    .offset(limit.perHour - 1)
    .executeTakeFirst();
  const byDay = await counted
    .where('at', '>', at - day)
    .offset(limit.perDay - 1)
    .executeTakeFirst();
  const opensAt = Math.max(byHour === undefined ? at : endOf(byHour, hour, at), byDay === undefined ? at : endOf(byDay, day, at));
  if (opensAt > at) return { opensAt, full: 'mailbox' };
  const last =
    gap > 0
      ? await others
          .where('kind', '=', kind)
          .where('at', '>', at - gap)
          .executeTakeFirst()
      : undefined;
  return last && { opensAt: endOf(last, gap, at), full: 'gap' };
}

/** When a mail has left a window. One dated in the future, by a clock that was ahead, counts as of now. */
function endOf(mail: { at: number }, window: number, now: number): number {
  return Math.min(mail.at, now) + window;
}

async function lock(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

async function closedCeiling(tx: Tx, { jobId, at, first }: Reservation, limit: MailLimit | undefined): Promise<Closed> {
  if (!first || limit === undefined) return undefined;
  const others = tx
    .selectFrom('mail_log')
    .select('at')
    .where('first_mail', '=', 1)
    .where('job_id', '!=', jobId)
    .orderBy('at', 'desc')
    .limit(1);
  const byDay = await others
    .where('at', '>', at - day)
    .offset(limit.perDay - 1)
    .executeTakeFirst();
  if (byDay !== undefined) return { opensAt: endOf(byDay, day, at), full: 'FIRST_MAILS_PER_DAY' };
  const byHour = await others
    .where('at', '>', at - hour)
    .offset(limit.perHour - 1)
    .executeTakeFirst();
  return byHour && { opensAt: endOf(byHour, hour, at), full: 'FIRST_MAILS_PER_HOUR' };
}
