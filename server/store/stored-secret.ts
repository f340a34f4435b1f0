import { randomBytes } from 'node:crypto';
import { present } from '../../contract/checked.ts';
import type { Tx } from './store.ts';

type Made = { encoding?: 'hex' | 'base64url'; bytes?: number };

/** A random secret, as text, shared by all servers of a store under its name. Created at first use. */
export async function storedSecret(db: Tx, name: string, { encoding = 'hex', bytes = 32 }: Made = {}): Promise<string> {
  const read = () => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  const stored = await read();
  if (stored !== undefined) return stored.value;
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(bytes).toString(encoding), created_at: Date.now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return present(await read()).value;
}

export async function replaceSecret(tx: Tx, name: string, value: string, at: number): Promise<void> {
  await tx
    .insertInto('secrets')
    .values({ name, value, created_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
