import type { Tx } from '../../store/store.ts';
import type { AskedRemoval, Removable } from './decide-removal.ts';

export type RemovalColumns = {
  removed_at: number | null;
  removed_by: string | null;
  removed_reason: string | null;
  removal_asked_at: number | null;
  removal_asked_by: string | null;
  removal_asked_reason: string | null;
  removal_asked_version: number | null;
};

export const removalColumns = [
  'portfolios.removed_at',
  'portfolios.removed_by',
  'portfolios.removed_reason',
  'portfolios.removal_asked_at',
  'portfolios.removal_asked_by',
  'portfolios.removal_asked_reason',
  'portfolios.removal_asked_version',
] as const;

export const nobodyRemoves = {
  removed_by: null,
  removed_reason: null,
  removal_asked_at: null,
  removal_asked_by: null,
  removal_asked_reason: null,
  removal_asked_version: null,
};

/** The open request to take a portfolio off the site; undefined where another version was published after the request. */
export function askedRemovalOf(row: RemovalColumns & { version: number }): AskedRemoval | undefined {
  const { removal_asked_at: at, removal_asked_by: by, removal_asked_reason: reason } = row;
  if (at === null || by === null || row.removal_asked_version !== row.version || row.removed_at !== null) return undefined;
  return { at, by, reason: reason ?? '' };
}

export function removablePortfolio(tx: Tx, portfolio: { id: string; version: number; removalAsked: AskedRemoval | undefined }): Removable {
  const { id, version, removalAsked } = portfolio;
  return {
    asked: removalAsked,
    ask: (asked) => askRemoval(tx, { id, version }, asked),
    remove: async ({ at, ...by }) => void (await removePortfolio(tx, id, at, by)),
  };
}

/**
 * Takes a portfolio off the site. Its versions stay, to show what was published.
 * @param by the account that does it, and the reason
 */
export async function removePortfolio(db: Tx, id: string, at: number, by?: { account: string; reason: string | null }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('portfolios')
    .set({ ...nobodyRemoves, removed_at: at, removed_by: by?.account ?? null, removed_reason: by?.reason ?? null })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function askRemoval(tx: Tx, { id, version }: { id: string; version: number }, asked: AskedRemoval | undefined): Promise<void> {
  await tx
    .updateTable('portfolios')
    .set({
      removal_asked_at: asked?.at ?? null,
      removal_asked_by: asked?.by ?? null,
      removal_asked_reason: asked?.reason ?? null,
      removal_asked_version: asked === undefined ? null : version,
    })
    .where('id', '=', id)
    .execute();
}

/** Locks a portfolio until the transaction ends, by writing its row unchanged: two people take turns. */
export async function lockPortfolio(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('portfolios').set({ id }).where('id', '=', id).execute();
}
