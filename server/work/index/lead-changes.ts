import { sectionOf } from '../../leads/lead-columns.ts';
import { sql } from 'kysely';
import { present } from '../../../contract/checked.ts';
import type { LeadSection } from '../../../contract/desk/lead-facts.ts';
import type { Tx } from '../../store/store.ts';
import { lastSeq } from './lead-index.ts';

export type LeadChanges = {
  /** `since` of the next call. */
  seq: number;
  /** Leads that were added or changed, each once, the latest last. */
  leads: { id: string; section: LeadSection }[];
  /** There are too many changes to list, or `since` is not from this store: the page has to read its list anew. */
  all: boolean;
};

/** Changed leads that one answer lists at most. */
export const MOST_TOLD = 200;

/** What has changed after the change with number `since`, on any server. Erasures are not included. */
export async function leadChangesSince(db: Tx, since: number): Promise<LeadChanges> {
  const rows = await leadsChangedSince(db, since).execute();
  const leads = rows.map(({ lead_id: id, kind }) => ({ id, section: sectionOf(kind) }));
  if (rows.length <= MOST_TOLD && rows.length > 0) return { seq: present(rows.at(-1)).seq, leads, all: false };
  const seq = await lastSeq(db);
  if (rows.length > MOST_TOLD || seq < since) return { seq, leads: [], all: true };
  // A change with a higher number may have come since the first query: the next call returns it.
  return { seq: since, leads: [], all: false };
}

/** `seq > 0` is the condition of the partial index: SQLite uses the index only if the query has it, too. */
export function leadsChangedSince(db: Tx, since: number) {
  return db
    .selectFrom('lead_index')
    .select(['seq', 'lead_id', 'kind'])
    .where('seq', '>', Math.max(0, since))
    .where(sql<boolean>`seq > 0`)
    .orderBy('seq')
    .limit(MOST_TOLD + 1);
}
