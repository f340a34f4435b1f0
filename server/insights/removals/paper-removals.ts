import type { Tx } from '../../store/store.ts';
import type { AskedRemoval, Removable } from './decide-removal.ts';

export const askedColumns = ['removal_asked_at', 'removal_asked_by', 'removal_asked_reason', 'removal_asked_added_at'] as const;

type AskedColumns = {
  created_at: number;
  removal_asked_at: number | null;
  removal_asked_by: string | null;
  removal_asked_reason: string | null;
  removal_asked_added_at: number | null;
};

/** The open request to withdraw a paper; undefined where the paper was replaced after the request. */
export function askedPaperRemoval(row: AskedColumns): AskedRemoval | undefined {
  const { removal_asked_at: at, removal_asked_by: by, removal_asked_reason: reason } = row;
  if (at === null || by === null || row.removal_asked_added_at !== row.created_at) return undefined;
  return { at, by, reason: reason ?? '' };
}

export function removablePaper(tx: Tx, paper: { id: string; addedAt: number; removalAsked: AskedRemoval | undefined }): Removable {
  const { id, addedAt, removalAsked } = paper;
  return {
    asked: removalAsked,
    ask: async (asked) => {
      await tx
        .updateTable('papers')
        .set({
          removal_asked_at: asked?.at ?? null,
          removal_asked_by: asked?.by ?? null,
          removal_asked_reason: asked?.reason ?? null,
          removal_asked_added_at: asked === undefined ? null : addedAt,
        })
        .where('id', '=', id)
        .execute();
    },
    remove: async () => void (await removePaper(tx, id)),
  };
}

export async function removePaper(db: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('papers').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Locks a paper until the transaction ends, by writing its row unchanged: two people take turns. */
export async function lockPaper(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('papers').set({ id }).where('id', '=', id).execute();
}
