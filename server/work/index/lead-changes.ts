import { sql } from 'kysely';
import { present } from '../../../contract/checked.ts';
import type { LeadSection } from '../../../contract/desk/lead-facts.ts';
import type { Tx } from '../../store/store.ts';
import { sectionOf } from '../../leads/index-terms.ts';
import { lastSeq } from './lead-index.ts';

export type LeadChanges = {
  /** What to ask with next. */
  seq: number;
  /** Leads that came or changed, the latest last; each once. */
  leads: { id: string; section: LeadSection }[];
  /** There were too many to be told one by one, or the number was not of this store: a page reads its list anew. */
  all: boolean;
};

/** Leads that are told one by one at most. */
export const MOST_TOLD = 200;

/** What has changed since a change of that number, on whichever server. What is erased is not told. */
export async function leadChangesSince(db: Tx, since: number): Promise<LeadChanges> {
  const rows = await leadsChangedSince(db, since).execute();
  const leads = rows.map(({ lead_id: id, kind }) => ({ id, section: sectionOf(kind) }));
  if (rows.length <= MOST_TOLD && rows.length > 0) return { seq: present(rows.at(-1)).seq, leads, all: false };
  const seq = await lastSeq(db);
  if (rows.length > MOST_TOLD || seq < since) return { seq, leads: [], all: true };
  // What has a higher number came since the first question: it is told by the next answer.
  return { seq: since, leads: [], all: false };
}

/** The second condition is that of the index, which SQLite uses only where it stands in the query. */
export function leadsChangedSince(db: Tx, since: number) {
  return db
    .selectFrom('lead_index')
    .select(['seq', 'lead_id', 'kind'])
    .where('seq', '>', Math.max(0, since))
    .where(sql<boolean>`seq > 0`)
    .orderBy('seq')
    .limit(MOST_TOLD + 1);
}
