import { sql } from 'kysely';
import type { RefusedStaffRow } from '../store/schema.ts';
import type { Tx } from '../store/store.ts';
import { exactKey, parseMailbox } from '../kernel/address.ts';
import type { Rejection } from './message.ts';

/** After so many milliseconds without another refusal an address is taken for one that gets no mail any more. */
const FORGOTTEN = 14 * 24 * 3_600_000;

/** Notes that a colleague's address was refused for good, where others of the same mail have it. */
export async function noteRefusedStaff(db: Tx, { to, said: reason }: Pick<Rejection, 'to' | 'said'>, at: number): Promise<void> {
  await db
    .insertInto('refused_staff')
    .values({ address: keyOf(to), since: at, last_at: at, mails: 1, reason })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ last_at: at, mails: sql`refused_staff.mails + 1`, reason }))
    .execute();
}

/** These have a mail: what was noted of them is over. */
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
