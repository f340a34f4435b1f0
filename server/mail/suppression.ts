import type { Tx } from '../store/store.ts';

/** Why nothing is sent to this mailbox any more; undefined where mail may go. */
export async function suppressionOf(tx: Tx, key: string): Promise<string | undefined> {
  const row = await tx.selectFrom('suppressions').select('reason').where('address_key', '=', key).executeTakeFirst();
  return row?.reason;
}

/** Nothing more goes to this mailbox. The first reason stays. */
export async function suppress(tx: Tx, key: string, reason: string, at: number): Promise<void> {
  await tx
    .insertInto('suppressions')
    .values({ address_key: key, reason, at })
    .onConflict((conflict) => conflict.column('address_key').doNothing())
    .execute();
}

/** Mail may go there again. False when nothing kept it from it. */
export async function unsuppress(tx: Tx, key: string): Promise<boolean> {
  const result = await tx.deleteFrom('suppressions').where('address_key', '=', key).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
