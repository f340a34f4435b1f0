import { sql } from 'kysely';
import { countInMemory } from '../../store/shares/use-counts.ts';
import type { Tx } from '../../store/store.ts';
import { hashToken } from './confirm-link.ts';

/** With more requests than this, finding those that a mailbox's page lists takes milliseconds: ten for a thousand requests. */
const MANY = 500;
const LOOKS = { most: 12, ms: 60_000 };

/**
 * Limits how often the requests of a flooded mailbox are read: whoever floods a mailbox of their own also gets its link.
 * @returns milliseconds to wait before the link's page may be made; 0: now
 */
export function floodedMailboxes(db: Tx): (token: string) => Promise<number> {
  const count = countInMemory();
  return async (token) => {
    const link = await db.selectFrom('verifications').select('address_key').where('token_hash', '=', hashToken(token)).executeTakeFirst();
    if (link === undefined || link.address_key === null) return 0;
    const some = db
      .selectFrom('leads')
      .select(sql`1`.as('one'))
      .where('email_key', '=', link.address_key)
      .limit(MANY + 1);
    const { requests } = await db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('requests'))
      .executeTakeFirstOrThrow();
    if (requests <= MANY) return 0;
    const [[look] = []] = await count([{ amount: 1, counts: [{ key: link.address_key, ...LOOKS }] }]);
    return look !== undefined && look.used > LOOKS.most ? look.wait : 0;
  };
}
