import { lockNamed } from '../store/database/named-lock.ts';
import { placesFor, type Load } from '../store/shares/pots.ts';
import type { Store, Tx } from '../store/store.ts';

/** Rows that are not mails to visitors: a notice to staff (by `kind`), a rehearsal (by `key`). */
export const NOTICE = 'notice';
export const REHEARSAL = 'rehearsal';

export type MailLimit = { perHour: number; perDay: number };

export type MailLimits = { mailbox: MailLimit; first?: MailLimit | undefined };

export type Reservation = {
  jobId: string;
  /** The recipient's address key (addressKey). */
  key: string;
  /** The mailbox whose limits apply (limitKey). Default: `key`. */
  limitKey?: string;
  kind: string;
  at: number;
  /** Whether the address is unverified. First mails have a limit of their own, so that they never take the place of mails a visitor was promised. */
  first: boolean;
  /** The least time between two mails of a kind to one mailbox, in milliseconds. */
  gap?: number | undefined;
  /** How much of their share the sender had used, in percent. */
  load?: Load;
};

/** The limit that keeps a mail from leaving now. Setting names are the limits of all first mails together. */
export type LimitReached = 'mailbox' | 'gap' | 'FIRST_MAILS_PER_HOUR' | 'FIRST_MAILS_PER_DAY';

export type Reserved = { ok: true } | { ok: false; opensAt: number; full: LimitReached };

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Takes one of the places that a mailbox has in any hour and in any day, and of those that first mails have together. The place is the
 * job's: another attempt of it moves its place to the present, and takes no second one.
 */
export async function reserve(store: Store, reservation: Reservation, limits: MailLimits): Promise<Reserved> {
  const taken = await store.begin(async (tx): Promise<Taken> => {
    // Two workers must not both take the last place of a mailbox.
    await lockNamed(store.dialect, tx, `mail:${reservation.limitKey ?? reservation.key}`);
    const closed = (await closedMailbox(tx, reservation, limits.mailbox)) ?? (await closedCeiling(tx, reservation, limits.first));
    if (closed !== undefined) return { ok: false, ...closed };
    const before = await tx.selectFrom('mail_log').select('at').where('job_id', '=', reservation.jobId).executeTakeFirst();
    await countMail(tx, reservation);
    return { ok: true, before: before?.at };
  });
  if (!taken.ok) return taken;
  if (store.dialect === 'sqlite') return { ok: true };
  // Places under the ceiling are taken without waiting for one another, since each commit may wait for a standby. Whoever commits last sees
  // the others, so that too many are always noticed; these then settle one by one whose place it is.
  if ((await closedCeiling(store.db, reservation, limits.first)) === undefined) return { ok: true };
  return store.begin(async (tx) => {
    await lockNamed(store.dialect, tx, 'first mails');
    const closed = await closedCeiling(tx, reservation, limits.first);
    if (closed === undefined) return { ok: true };
    await giveBack(tx, reservation.jobId, taken.before);
    return { ok: false, ...closed };
  });
}

type Taken = { ok: true; before: number | undefined } | Extract<Reserved, { ok: false }>;

async function giveBack(tx: Tx, jobId: string, before: number | undefined): Promise<void> {
  if (before === undefined) await tx.deleteFrom('mail_log').where('job_id', '=', jobId).execute();
  else await tx.updateTable('mail_log').set({ at: before }).where('job_id', '=', jobId).execute();
}

export async function countMail(tx: Tx, { jobId, key, limitKey = key, kind, at, first }: Reservation): Promise<void> {
  await tx
    .insertInto('mail_log')
    .values({ job_id: jobId, address_key: key, kind, at, first_mail: first ? 1 : 0, limit_key: limitKey })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ at }))
    .execute();
}

type Closed = { opensAt: number; full: LimitReached } | undefined;

/** Until when a mailbox may get no more: until the oldest mail of those that fill an hour or a day has left it. */
async function closedMailbox(
  tx: Tx,
  { jobId, key, limitKey = key, kind, at, first, gap = 0 }: Reservation,
  limit: MailLimit,
): Promise<Closed> {
  const others = tx
    .selectFrom('mail_log')
    .select('at')
    .where((eb) => eb.or([eb('limit_key', '=', limitKey), eb.and([eb('limit_key', 'is', null), eb('address_key', '=', key)])]))
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

/** When a mail no longer counts in a window. One dated in the future (the clock was ahead) counts as sent now. */
function endOf(mail: { at: number }, window: number, now: number): number {
  return Math.min(mail.at, now) + window;
}

async function closedCeiling(tx: Tx, { jobId, at, first, load = null }: Reservation, limit: MailLimit | undefined): Promise<Closed> {
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
    .offset(placesFor(load, limit.perDay) - 1)
    .executeTakeFirst();
  if (byDay !== undefined) return { opensAt: endOf(byDay, day, at), full: 'FIRST_MAILS_PER_DAY' };
  const byHour = await others
    .where('at', '>', at - hour)
    .offset(placesFor(load, limit.perHour) - 1)
    .executeTakeFirst();
  return byHour && { opensAt: endOf(byHour, hour, at), full: 'FIRST_MAILS_PER_HOUR' };
}
