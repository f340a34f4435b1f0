import type { SeveralOutcome } from '../../contract/calls/desk/several-calls.ts';
import { readable } from '../leads/lead-columns.ts';
import { fullName } from '../leads/lead-repository.ts';
import type { Tx } from '../store/store.ts';
import type { WorkBatchRow } from '../store/tables/work-tables.ts';

/**
 * The outcome of a batch, with the names of the requests that were not changed. A request without a stored outcome is gone, or of another section.
 */
export async function namedLeft(db: Tx, { ids, made }: { ids: readonly string[]; made: readonly WorkBatchRow[] }): Promise<SeveralOutcome> {
  const byId = new Map(made.map((row) => [row.lead_id, row]));
  const leftIds = ids.filter((id) => byId.get(id)?.outcome !== 'done');
  const named = leftIds.filter((id) => byId.has(id));
  const leads =
    named.length === 0 ? [] : await db.selectFrom('leads').select(['id', 'answers', 'email']).where('id', 'in', named).execute();
  const names = new Map(leads.map((lead) => [lead.id, fullName(readable(lead)) || lead.email]));
  const left = leftIds.map((id) => {
    const { outcome = 'gone', changed_by: by = null } = byId.get(id) ?? {};
    return { id, name: names.get(id) ?? '', why: outcome === 'done' ? 'gone' : outcome, by } as const;
  });
  return { done: ids.length - left.length, left };
}
