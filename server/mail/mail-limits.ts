import { sql } from 'kysely';
import { lockAllNamed, lockNamed } from '../store/database/named-lock.ts';
import { createGroupCommit, type GroupCommit, writeLater, type LaterWrite, groupRead } from '../store/group-commit.ts';
import { insertRows, rowsFor } from '../store/insert-rows.ts';
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

type Asked = { reservation: Reservation; limits: MailLimits; write: LaterWrite | undefined };

/**
 * Takes one of the places that a mailbox has in any hour and in any day, and of those that first mails have together. The place is the
 * job's: another attempt of it moves its place to the present, and takes no second one.
 * @param write is written with the place, in one transaction
 */
export async function reserve(store: Store, reservation: Reservation, limits: MailLimits, write?: LaterWrite): Promise<Reserved> {
  const taken = await placesOf(store).add({ reservation, limits, write });
  if (!taken.ok) return taken;
  if (store.dialect === 'sqlite' || !reservation.first || limits.first === undefined) return { ok: true };
  // Places under the ceiling are taken without waiting for one another, since each commit may wait for a standby. Whoever commits last sees
  // the others, so that too many are always noticed; these then settle one by one whose place it is.
  const used = await firstMailsUntil(store.db, reservation.at);
  if (roomFor(reservation, limits.first, used) >= 0) return { ok: true };
  return store.begin(async (tx) => {
    await lockNamed(store.dialect, tx, 'first mails');
    const closed = await closedCeiling(tx, reservation, limits.first);
    if (closed === undefined) return { ok: true };
    await giveBack(tx, reservation.jobId, taken.before);
    return { ok: false, ...closed };
  });
}

type Taken = { ok: true; before: number | undefined } | Extract<Reserved, { ok: false }>;

const places = new WeakMap<Store, GroupCommit<Asked, Taken>>();

function placesOf(store: Store): GroupCommit<Asked, Taken> {
  const known = places.get(store) ?? createGroupCommit(store, { write: (tx, asked: readonly Asked[]) => takePlaces(store, tx, asked) });
  places.set(store, known);
  return known;
}

/** Takes the places that are free beyond doubt together, the others one by one. */
async function takePlaces({ dialect }: Store, tx: Tx, asked: readonly Asked[]): Promise<Taken[]> {
  // Two workers must not both take the last place of a mailbox.
  await lockAllNamed(
    dialect,
    tx,
    asked.map(({ reservation: { key, limitKey = key } }) => `mail:${limitKey}`),
  );
  const before = await placesBefore(tx, asked);
  const together = await freeBeyondDoubt(tx, asked);
  await countMails(
    tx,
    [...together].map(({ reservation }) => reservation),
  );
  const taken: Taken[] = [];
  for (const one of asked) {
    const closed = together.has(one) ? undefined : await closedPlace(tx, one);
    if (closed === undefined && !together.has(one)) await countMail(tx, one.reservation);
    taken.push(closed === undefined ? { ok: true, before: before.get(one.reservation.jobId) } : { ok: false, ...closed });
  }
  await writeLater(
    tx,
    asked.flatMap(({ write }, index) => (write !== undefined && taken[index]?.ok === true ? [write] : [])),
  );
  return taken;
}

/** Those whose mailbox got no other mail lately, while first mails have room for all. */
async function freeBeyondDoubt(tx: Tx, asked: readonly Asked[]): Promise<Set<Asked>> {
  const reservations = asked.map(({ reservation }) => reservation);
  const latest = Math.max(...reservations.map(({ at }) => at));
  const since = Math.min(...reservations.map(({ at, gap = 0 }) => at - Math.max(day, gap)));
  const served = await tx
    .selectFrom('mail_log')
    .select(['job_id', 'limit_key', 'address_key'])
    .where((eb) =>
      eb.or([
        eb('limit_key', 'in', reservations.map(limitKeyOf)),
        eb.and([
          eb('limit_key', 'is', null),
          eb(
            'address_key',
            'in',
            reservations.map(({ key }) => key),
          ),
        ]),
      ]),
    )
    .where('at', '>', since)
    .execute();
  const used = reservations.some(({ first }) => first) ? await firstMailsUntil(tx, latest) : { hour: 0, day: 0 };
  const mailboxes = Map.groupBy(reservations, limitKeyOf);
  return new Set(
    asked.filter(({ reservation, limits: { mailbox, first } }) => {
      const { jobId, key } = reservation;
      const name = limitKeyOf(reservation);
      const isServed = served.some(
        (mail) => mail.job_id !== jobId && (mail.limit_key === null ? mail.address_key === key : mail.limit_key === name),
      );
      const isAlone = mailboxes.get(name)?.length === 1 && !isServed;
      const hasRoom = !reservation.first || first === undefined || roomFor(reservation, first, used) >= asked.length;
      return isAlone && hasRoom && mailbox.perHour > 0 && mailbox.perDay > 0;
    }),
  );
}

function limitKeyOf({ key, limitKey = key }: Reservation): string {
  return limitKey;
}

type Used = { hour: number; day: number };

/** How many first mails count in the hour and in the day before a time (ms), an earlier attempt's place included. */
const firstMailsUntil = groupRead(async (db, times: readonly number[]): Promise<Used[]> => {
  const at = Math.min(...times);
  const used = await db
    .selectFrom('mail_log')
    .select([sql<number>`count(*)`.as('day'), sql<number | null>`sum(case when at > ${at - hour} then 1 else 0 end)`.as('hour')])
    .where('first_mail', '=', sql.lit(1))
    .where('at', '>', at - day)
    .executeTakeFirstOrThrow();
  return times.map(() => ({ hour: used.hour ?? 0, day: used.day }));
});

/** How many more first mails may leave; negative where there are too many. */
function roomFor({ load = null }: Reservation, limit: MailLimit, used: Used): number {
  return Math.min(placesFor(load, limit.perHour) - used.hour, placesFor(load, limit.perDay) - used.day);
}

async function closedPlace(tx: Tx, { reservation, limits }: Asked): Promise<Closed> {
  return (await closedMailbox(tx, reservation, limits.mailbox)) ?? (await closedCeiling(tx, reservation, limits.first));
}

async function placesBefore(tx: Tx, asked: readonly Asked[]): Promise<Map<string, number>> {
  const ids = asked.map(({ reservation }) => reservation.jobId);
  const rows = await tx.selectFrom('mail_log').select(['job_id', 'at']).where('job_id', 'in', ids).execute();
  return new Map(rows.map(({ job_id: id, at }) => [id, at]));
}

async function giveBack(tx: Tx, jobId: string, before: number | undefined): Promise<void> {
  if (before === undefined) await tx.deleteFrom('mail_log').where('job_id', '=', jobId).execute();
  else await tx.updateTable('mail_log').set({ at: before }).where('job_id', '=', jobId).execute();
}

export async function countMail(tx: Tx, reservation: Reservation): Promise<void> {
  await countMails(tx, [reservation]);
}

async function countMails(tx: Tx, reservations: readonly Reservation[]): Promise<void> {
  if (reservations.length === 0) return;
  const rows = reservations.map((reservation) => {
    const { jobId, key, kind, at, first } = reservation;
    return { job_id: jobId, address_key: key, kind, at, first_mail: first ? 1 : 0, limit_key: limitKeyOf(reservation) } as const;
  });
  await insertRows(tx, [rowsFor('mail_log', rows, { key: ['job_id'], replaced: ['at'] })]);
}

type Closed = { opensAt: number; full: LimitReached } | undefined;

/** Until when a mailbox may get no more: until the oldest of the mails that fill its hour or its day is no longer in it. */
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
    .where('first_mail', '=', sql.lit(1))
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
