import { groupRead } from '../store/group-commit.ts';
import { addressKey, exactKey, parseMailbox } from '../kernel/address.ts';
import type { Tx } from '../store/store.ts';
import { sql } from 'kysely';
import type { RefusedStaffRow } from '../store/tables/mail-tables.ts';
import type { Rejection } from './message.ts';

/** Why nothing is sent to this address any more, or to its mailbox; undefined where mail may go. */
export const suppressionOf = groupRead(async (db, addresses: readonly string[]): Promise<(string | undefined)[]> => {
  const rows = await db
    .selectFrom('suppressions')
    .select(['address_key', 'reason'])
    .where('address_key', 'in', addresses.flatMap(keysOf))
    .execute();
  const reasons = new Map(rows.map(({ address_key: key, reason }) => [key, reason]));
  return addresses.map((address) =>
    keysOf(address)
      .map((key) => reasons.get(key))
      .find((reason) => reason !== undefined),
  );
});

/**
 * Stops all mail to this address; for an address without a tag, to its whole mailbox. A tagged address stops only itself: its mailbox may exist
 * although the tagged address does not, and nobody can have the mailbox suppressed that way. The first reason stays.
 */
export async function suppress(tx: Tx, address: string, reason: string, at: number): Promise<void> {
  await tx
    .insertInto('suppressions')
    .values({ address_key: exactKey(address), reason, at })
    .onConflict((conflict) => conflict.column('address_key').doNothing())
    .execute();
}

/** Allows mail to an address and its mailbox again. @returns false when neither was suppressed */
export async function unsuppress(tx: Tx, address: string): Promise<boolean> {
  return liftSuppressions(tx, keysOf(address));
}

export async function liftSuppressions(tx: Tx, keys: readonly string[]): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('suppressions').where('address_key', 'in', keys).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

function keysOf(address: string): string[] {
  return [exactKey(address), addressKey(address)];
}

/** Milliseconds after its last refusal until an address is no longer listed: it is taken for one that gets no mail any more. */
const FORGOTTEN = 14 * 24 * 3_600_000;

/** Notes that a colleague's address was refused for good, where others of the same mail have it. */
export async function noteRefusedStaff(db: Tx, { to, said: reason }: Pick<Rejection, 'to' | 'said'>, at: number): Promise<void> {
  await db
    .insertInto('refused_staff')
    .values({ address: keyOf(to), since: at, last_at: at, mails: 1, reason })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ last_at: at, mails: sql`refused_staff.mails + 1`, reason }))
    .execute();
}

/** Deletes the noted refusals of these addresses, since a mail has reached them. */
export async function forgetRefusedStaff(db: Tx, to: readonly string[]): Promise<void> {
  await db.deleteFrom('refused_staff').where('address', 'in', to.map(keyOf)).execute();
}

/** Those that were refused lately, the latest first. Addresses of staff, never a visitor's. */
export async function listRefusedStaff(db: Tx, now: number): Promise<RefusedStaffRow[]> {
  return db
    .selectFrom('refused_staff')
    .selectAll()
    .where('last_at', '>', now - FORGOTTEN)
    .orderBy('last_at', 'desc')
    .execute();
}

function keyOf(mailbox: string): string {
  return exactKey(parseMailbox(mailbox).address);
}
