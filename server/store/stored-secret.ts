import { randomBytes } from 'node:crypto';
import { present } from '../../contract/checked.ts';
import type { Tx } from './store.ts';

/** A random secret of 32 bytes, as text, shared by all servers of a store under its name. Created at first use. */
export async function storedSecret(db: Tx, name: string, encoding: 'hex' | 'base64url' = 'hex'): Promise<string> {
  const read = () => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  const stored = await read();
  if (stored !== undefined) return stored.value;
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString(encoding), created_at: Date.now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return present(await read()).value;
}
