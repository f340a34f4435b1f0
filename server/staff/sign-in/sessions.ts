import { newId } from '../../store/id.ts';
import type { SignInWay, StaffSessionRow } from '../../store/tables/staff-tables.ts';
import type { Store, Tx } from '../../store/store.ts';
import { newToken, tokenHash } from './cookies.ts';

const minute = 60_000;

export const sessionTimes = {
  /** Milliseconds without a call after which a session ends. */
  idle: 30 * minute,
  /** Milliseconds after the sign-in at which a session ends in any case. */
  longest: 12 * 60 * minute,
  /** Minimum milliseconds between two updates of the time of the last call: not every call is worth a write. */
  seen: minute,
} as const;

type Begin = { accountId: string; way: SignInWay; device: string; now: number; replaces: string | undefined };

/**
 * Begins a session of its own for each sign-in; the session that the browser had before ends.
 * @returns the token, which is stored only as a hash
 */
export async function beginSession(tx: Tx, { accountId, way, device, now, replaces }: Begin): Promise<string> {
  const token = newToken();
  if (replaces !== undefined) await endByToken(tx, replaces, now);
  const row: StaffSessionRow = {
    id: newId(now),
    token_hash: tokenHash(token),
    account_id: accountId,
    way,
    device,
    signed_in_at: now,
    seen_at: now,
    ends_at: now + sessionTimes.longest,
    ended_at: null,
  };
  await tx.insertInto('staff_sessions').values(row).execute();
  return token;
}

export async function findSession(db: Tx, token: string, now: number): Promise<StaffSessionRow | undefined> {
  return running(db, now).where('token_hash', '=', tokenHash(token)).executeTakeFirst();
}

export async function sessionsOf(db: Tx, accountId: string, now: number): Promise<StaffSessionRow[]> {
  return running(db, now).where('account_id', '=', accountId).orderBy('seen_at', 'desc').execute();
}

/** @returns the number of running sessions by account */
export async function countSessions(db: Tx, now: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { account_id: id } of await running(db, now).execute()) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

export async function markSeen(tx: Tx, session: StaffSessionRow, now: number): Promise<void> {
  await tx.updateTable('staff_sessions').set({ seen_at: now }).where('id', '=', session.id).where('seen_at', '<', now).execute();
  await tx.updateTable('staff_accounts').set({ seen_at: now }).where('id', '=', session.account_id).execute();
}

/** @returns whether there was a session to end */
export async function endSession(tx: Tx, { id, accountId }: { id: string; accountId: string }, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable('staff_sessions')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

export async function endSessionsOf(tx: Tx, accountId: string, now: number): Promise<void> {
  await tx.updateTable('staff_sessions').set({ ended_at: now }).where('account_id', '=', accountId).where('ended_at', 'is', null).execute();
}

async function endByToken(tx: Tx, token: string, now: number): Promise<void> {
  const hash = tokenHash(token);
  await tx.updateTable('staff_sessions').set({ ended_at: now }).where('token_hash', '=', hash).where('ended_at', 'is', null).execute();
}

function running(db: Tx, now: number) {
  return db
    .selectFrom('staff_sessions')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .where('seen_at', '>', now - sessionTimes.idle);
}

/** Removes all sessions and sign-in links, so that those in a restored backup do not work. @returns how many sessions were removed */
export async function forgetSignIns({ begin }: Pick<Store, 'begin'>): Promise<number> {
  return begin(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('staff_sessions').executeTakeFirst();
    await tx.deleteFrom('staff_sign_ins').execute();
    return Number(numDeletedRows);
  });
}
