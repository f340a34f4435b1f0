import { addressKey, exactKey } from '../kernel/address.ts';
import type { Tx } from '../store/store.ts';

/** Why nothing is sent to this address any more, or to its mailbox; undefined where mail may go. */
export async function suppressionOf(tx: Tx, address: string): Promise<string | undefined> {
  const row = await tx.selectFrom('suppressions').select('reason').where('address_key', 'in', keysOf(address)).executeTakeFirst();
  return row?.reason;
}

/**
 * Nothing more goes to this address; to one without a tag, to its mailbox. Where a tagged address is refused, the mailbox may be
 * there: nobody can have it suppressed by an address that there is none of. The first reason stays.
 */
export async function suppress(tx: Tx, address: string, reason: string, at: number): Promise<void> {
  await tx
    .insertInto('suppressions')
    .values({ address_key: exactKey(address), reason, at })
    .onConflict((conflict) => conflict.column('address_key').doNothing())
    .execute();
}

/** Mail may go there again. False when nothing kept it from it. */
export async function unsuppress(tx: Tx, address: string): Promise<boolean> {
  const result = await tx.deleteFrom('suppressions').where('address_key', 'in', keysOf(address)).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function keysOf(address: string): string[] {
  return [exactKey(address), addressKey(address)];
}
