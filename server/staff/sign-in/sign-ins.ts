import type { FastifyRequest } from 'fastify';
import { newId } from '../../store/id.ts';
import type { StaffSignInRow } from '../../store/tables/staff-tables.ts';
import type { Tx } from '../../store/store.ts';
import type { DeskContext } from '../desk-context.ts';
import { cookieName, readCookie, tokenHash } from './cookies.ts';

const minute = 60_000;

/** Milliseconds within which a sign-in has to be finished, by kind. */
export const signInTimes: Readonly<Record<StaffSignInRow['kind'], number>> = {
  first: 24 * 60 * minute,
  // Long enough for a weekend.
  invitation: 3 * 24 * 60 * minute,
  link: 10 * minute,
  passkey: 5 * minute,
  'new passkey': 5 * minute,
  'new address': 24 * 60 * minute,
  provider: 10 * minute,
};

type Begun = Pick<StaffSignInRow, 'kind'> &
  Partial<Pick<StaffSignInRow, 'token_hash' | 'account_id' | 'challenge' | 'asked_by'>> & {
    /** Token in the cookie of the browser that began it. */
    browser?: string | undefined;
    now: number;
  };

export async function beginSignIn(tx: Tx, { kind, browser, now, ...more }: Begun): Promise<string> {
  const id = newId(now);
  const row: StaffSignInRow = {
    id,
    kind,
    token_hash: null,
    browser_hash: browser === undefined ? null : tokenHash(browser),
    account_id: null,
    challenge: null,
    asked_by: null,
    created_at: now,
    expires_at: now + signInTimes[kind],
    used_at: null,
    ...more,
  };
  await tx.insertInto('staff_sign_ins').values(row).execute();
  return id;
}

export type SignInLink = { state: 'open'; signIn: StaffSignInRow } | { state: 'unknown' | 'expired' | 'used' };

export async function readSignInLink(db: Tx, token: string, now: number): Promise<SignInLink> {
  if (!/^[\w-]{43}$/.test(token)) return { state: 'unknown' };
  const signIn = await db.selectFrom('staff_sign_ins').selectAll().where('token_hash', '=', tokenHash(token)).executeTakeFirst();
  if (signIn === undefined) return { state: 'unknown' };
  if (signIn.used_at !== null) return { state: 'used' };
  return signIn.expires_at <= now ? { state: 'expired' } : { state: 'open', signIn };
}

/** The latest sign-in of a kind that a browser began and has not finished. */
export async function findBegun(db: Tx, kind: StaffSignInRow['kind'], browser: string, now: number): Promise<StaffSignInRow | undefined> {
  return db
    .selectFrom('staff_sign_ins')
    .selectAll()
    .where('browser_hash', '=', tokenHash(browser))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** @returns false when it was used meanwhile */
export async function markSignInUsed(tx: Tx, id: string, now: number): Promise<boolean> {
  const used = await tx
    .updateTable('staff_sign_ins')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Counts the links to an account that were asked for since a time (ms): `all` from all networks, `own` by one asker. */
export async function countLinks(
  db: Tx,
  { accountId, askedBy, since }: { accountId: string; askedBy: string; since: number },
): Promise<{ all: number; fromAsker: number }> {
  const rows = await db
    .selectFrom('staff_sign_ins')
    .select(['asked_by', (eb) => eb.fn.countAll<number>().as('n')])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'link')
    .where('created_at', '>', since)
    .groupBy('asked_by')
    .execute();
  const strangers = rows.filter(({ asked_by: by }) => by !== 'session');
  return {
    all: strangers.reduce((sum, { n }) => sum + n, 0),
    fromAsker: rows.find(({ asked_by: by }) => by === askedBy)?.n ?? 0,
  };
}

/** Whether a sign-in link that this asker requested for the account was ever used, as far back as sign-ins are stored. */
export async function wasPressedFrom(db: Tx, accountId: string, askedBy: string): Promise<boolean> {
  const pressed = db.selectFrom('staff_sign_ins').select('id').where('account_id', '=', accountId).where('kind', '=', 'link');
  return (await pressed.where('asked_by', '=', askedBy).where('used_at', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
}

type Challenged = { kind: StaffSignInRow['kind']; accountId: string | null };

/** The challenge that this browser's answer is checked against; it can be taken once, whether or not the check succeeds. */
export async function takeChallenge(
  { store, settings, now }: DeskContext,
  request: FastifyRequest,
  { kind, accountId }: Challenged,
): Promise<string | undefined> {
  const browser = readCookie(request, cookieName(settings.DESK_URL, 'sign-in'));
  if (browser === undefined) return undefined;
  const taken = await store.begin(async (tx) => {
    const begun = await findBegun(tx, kind, browser, now());
    return begun !== undefined && (await markSignInUsed(tx, begun.id, now())) ? begun : undefined;
  });
  return taken?.account_id === accountId ? (taken.challenge ?? undefined) : undefined;
}
