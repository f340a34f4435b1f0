import type { Store, Tx } from '../store/store.ts';
import { recordRemoval } from './consents/consent-chain.ts';

/** Deletes leads with their rows in other tables; their files have to be removed afterwards. @returns how many */
export async function deleteLeads(
  tx: Tx,
  dialect: Store['dialect'],
  { leadIds, at }: { leadIds: readonly string[]; at: number },
): Promise<number> {
  await recordRemoval(tx, dialect, { leadIds, at });
  let deleted = 0;
  for (let from = 0; from < leadIds.length; from += AT_ONCE) {
    const { numDeletedRows } = await tx
      .deleteFrom('leads')
      .where('id', 'in', leadIds.slice(from, from + AT_ONCE))
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}

const AT_ONCE = 500;
