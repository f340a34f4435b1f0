import type { Files } from '../files/files.ts';
import { deleteLeads } from '../leads/delete-leads.ts';
import type { Store } from '../store/store.ts';
import { addMissingRows } from '../files/uploads.ts';

export type RemovalParts = { store: Store; files: Pick<Files, 'remove'>; dataDir: string; now: () => number };

/**
 * Deletes leads with their rows, then their files. Files that cannot be deleted now are removed within a day, since no row refers to them. @returns how many
 */
export async function removeLeads({ store, files, now }: RemovalParts, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await addMissingRows(store.db);
  const removed = await store.begin(async (tx) => {
    const named = await tx.selectFrom('files').select('key').where('lead_id', 'in', ids).execute();
    return { keys: named.map(({ key }) => key), leads: await deleteLeads(tx, store.dialect, { leadIds: ids, at: now() }) };
  });
  for (const key of removed.keys) await files.remove(key).catch(() => false);
  return removed.leads;
}
