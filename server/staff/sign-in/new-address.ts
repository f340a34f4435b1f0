import { enqueue } from '../../queue/job-queue.ts';
import type { Tx } from '../../store/store.ts';
import { findAccount, findByAddress, moveAccount } from '../accounts.ts';
import { recordAction } from '../staff-actions.ts';
import { addressChanged, newAddressLink } from './new-address.mail.tsx';
import { endSessionsOf } from './sessions.ts';
import { beginSignIn, markSignInUsed, readSignInLink } from './sign-ins.ts';

type Asked = { accountId: string; address: string; now: number };

/** Enqueues a mail with a link to the new address. Only the newest link of an account works. */
export async function beginNewAddress(tx: Tx, { accountId, address, now }: Asked): Promise<void> {
  await closeBegun(tx, accountId, now);
  const signIn = await beginSignIn(tx, { kind: 'new address', account_id: accountId, challenge: address, now });
  await enqueue(tx, newAddressLink, { signIn }, { now });
}

export type WaitingAddress = { address: string; askedAt: number; expiresAt: number };

/** New addresses that were not confirmed yet, by account. */
export async function waitingAddresses(db: Tx, now: number): Promise<Map<string, WaitingAddress>> {
  const rows = await db
    .selectFrom('staff_sign_ins')
    .select(['account_id', 'challenge', 'created_at', 'expires_at'])
    .where('kind', '=', 'new address')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return new Map(
    rows.flatMap(({ account_id: account, challenge: address, created_at: askedAt, expires_at: expiresAt }) =>
      account === null || address === null ? [] : [[account, { address, askedAt, expiresAt }]],
    ),
  );
}

/** @returns whether a new address was waiting */
export async function withdrawNewAddress(tx: Tx, accountId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_sign_ins')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'new address')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type NewAddress = { state: 'open'; id: string; accountId: string; address: string } | { state: 'unknown' | 'expired' | 'used' };

export async function readNewAddress(db: Tx, token: string, now: number): Promise<NewAddress> {
  const link = await readSignInLink(db, token, now);
  if (link.state !== 'open') return link;
  const { id, kind, account_id: accountId, challenge: address } = link.signIn;
  if (kind !== 'new address' || accountId === null || address === null) return { state: 'unknown' };
  return { state: 'open', id, accountId, address };
}

/**
 * Called when the reader of the new address has pressed the button: gives the account this address, and ends everything begun with the old one.
 * @returns why that is not possible; undefined when it is done
 */
export async function finishNewAddress(tx: Tx, token: string, now: number): Promise<'unknown' | 'expired' | 'used' | 'taken' | undefined> {
  const link = await readNewAddress(tx, token, now);
  if (link.state !== 'open') return link.state;
  const { id, accountId, address } = link;
  if (!(await markSignInUsed(tx, id, now))) return 'used';
  const account = await findAccount(tx, accountId);
  if (account === undefined || account.state === 'revoked' || (await findByAddress(tx, address)) !== undefined) return 'taken';
  await moveAccount(tx, accountId, address);
  await endSessionsOf(tx, accountId, now);
  await closeBegun(tx, accountId, now);
  await recordAction(tx, { accountId, action: 'address changed', subject: { kind: 'account', id: accountId }, now });
  if (account.address !== '') await enqueue(tx, addressChanged, { account: accountId, old: account.address }, { now });
  return undefined;
}

/** Invalidates all links that were sent for an account: invitations, links to sign in and links to a new address. */
export async function closeBegun(tx: Tx, accountId: string, now: number): Promise<void> {
  await tx
    .updateTable('staff_sign_ins')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['invitation', 'link', 'new address'])
    .where('used_at', 'is', null)
    .execute();
}
